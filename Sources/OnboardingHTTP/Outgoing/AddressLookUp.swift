internal import Foundation
internal import NIOPosix

/// The addresses that a host's name leads to at this moment.
package enum AddressLookUp {
    /// In the order of the system's preference; empty where it knows none. Waits on a thread that is made for it, not on a loop.
    package static func addresses(of host: String) async -> [String] {
        (try? await NIOThreadPool.singleton.runIfActive { resolve(host) }) ?? []
    }

    private static func resolve(_ host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var (addresses, next) = ([String](), first)
        while let entry = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isNamed = getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
                NI_NUMERICHOST)
            if isNamed == 0 {
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
            next = entry.pointee.ai_next
        }
        return addresses
    }
}
