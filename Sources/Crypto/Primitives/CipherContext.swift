internal import COpenSSL

/// OpenSSL's state of one encryption or decryption, freed (and wiped by OpenSSL) with this value.
struct CipherContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptoError) {
        guard let pointer = EVP_CIPHER_CTX_new() else { throw .libraryFailure }
        self.pointer = pointer
    }

    deinit {
        EVP_CIPHER_CTX_free(pointer)
    }
}
