internal import Casework
internal import HTTPTypes
internal import OnboardingCore
internal import Tenancy

/// What a tenant is told of a month, for programs, spreadsheets and people.
enum ReportRoutes {
    static func all(_ desk: DeskUseCases) -> [Route] {
        [
            Route(
                .get, "/onboarding/admin/report", for: .client(.metrics, needsAPIKey: false), effort: .long
            ) { request in
                let query = try request.query
                let form = try form(named: query["format"], accept: request.headers[.accept])
                let report = try await desk.monthlyReports.report(
                    of: try request.authenticated.tenant, month: query["month"], at: request.now)
                return response(try report.bytes(as: form), form)
            }
        ]
    }

    /// What the query names, else what the client likes best; JSON among equals, and where it takes none.
    static func form(named name: String?, accept: String?) throws(Refusal) -> MonthlyReport.Form {
        let forms = MonthlyReport.Form.allCases
        if let name {
            guard let form = MonthlyReport.Form(rawValue: name) else {
                throw Refusal(.queryInvalid, member: "format", allowed: forms.map(\.rawValue))
            }
            return form
        }
        let accepted = AcceptedMedia(accept)
        var best = (form: MonthlyReport.Form.json, quality: 0.0)
        for form in forms {
            let quality = accepted.quality(of: form.mediaType)
            if quality > best.quality { best = (form, quality) }
        }
        return best.form
    }

    private static func response(_ bytes: [UInt8], _ form: MonthlyReport.Form) -> Response {
        switch form {
        case .json: Response(body: .bytes(bytes), contentType: Response.jsonType)
        case .csv: Response(body: .bytes(bytes), contentType: "text/csv; charset=utf-8")
        case .html: DocumentPage.response(html: bytes)
        }
    }
}

extension MonthlyReport.Form {
    fileprivate var mediaType: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv"
        case .html: "text/html"
        }
    }
}
