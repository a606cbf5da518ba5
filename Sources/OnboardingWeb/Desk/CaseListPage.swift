internal import Casework
internal import Foundation
internal import HTTPTypes
internal import struct HummingbirdCore.ResponseBody
internal import NIOCore
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// The desk's first page: which cases there are, and the same as a file.
struct CaseListPage: Sendable {
    let site: Site
    let desk: DeskUseCases

    var routes: [Route] {
        let audience = site.signedIn(with: .cases)
        return [
            Route(.get, "/desk", for: audience, effort: .long, refusals: site.refusals, handle: list),
            Route(.get, "/desk/export.csv", for: audience, effort: .long, refusals: site.refusals) {
                try export($0, as: .csv)
            },
            Route(.get, "/desk/export.json", for: audience, effort: .long, refusals: site.refusals) {
                try export($0, as: .json)
            },
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        let (principal, search) = (try request.authenticated, try search(in: request))
        let page = try await desk.caseList.page(search, by: principal, at: request.now)
        let choices = try await desk.caseList.choices(for: principal)
        let view = CaseListView(
            page, of: search, choices: choices, for: principal, words: try site.words(for: request), at: request.now)
        return try site.page("desk/list", view, for: request)
    }

    private func export(_ request: Request, as form: CaseExport.Form) throws -> Response {
        let (principal, search, now) = (try request.authenticated, try search(in: request), request.now)
        // Whoever may not have it is told so before anything is streamed.
        try desk.caseExport.check(search, by: principal)
        let actor = AuditActor.current
        let body = ResponseBody { writer in
            try await AuditActor.$current.withValue(actor) {
                try await desk.caseExport.write(search, as: form, by: principal, at: now) {
                    try await writer.write(ByteBuffer(bytes: $0))
                }
            }
            try await writer.finish(nil)
        }
        let day = now.iso8601WithMilliseconds.prefix(10)
        return Response(
            body: .stream(body), contentType: form.mediaType,
            extraHeaders: [
                .contentDisposition: "attachment; filename=\"cases-\(day).\(form.rawValue)\"",
                .accelBuffering: "no",
            ])
    }

    private func search(in request: Request) throws(Refusal) -> CaseSearch {
        guard let pairs = FormFields.pairs([UInt8](request.queryText.utf8), atMost: Limit.formFields.value) else {
            throw Refusal(.queryInvalid)
        }
        return CaseSearch(pairs, at: request.now)
    }
}

extension CaseExport.Form {
    fileprivate var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .json: "application/json; charset=utf-8"
        }
    }
}
