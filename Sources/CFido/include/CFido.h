// What the module `OnboardingCrypto` asks of libfido2: reading what an authenticator says, and checking that it has signed it.
//
// Every function may be called by any thread and keeps no pointer after it returns. Errors that the library leaves in OpenSSL's
// queue are the caller's to empty.

#ifndef CFIDO_H
#define CFIDO_H

#include <stddef.h>
#include <stdint.h>

/// A public key of RS256 is the longest: 256 bytes of modulus, three of exponent.
#define CFIDO_LONGEST_KEY 259
/// WebAuthn Level 2, 4.
#define CFIDO_LONGEST_ID 1023

/// Reads the credential of an authenticator's data (WebAuthn Level 2, 6.5.1).
///
/// `algorithm` is the number of COSE: -7 (ES256), -8 (EdDSA) or -257 (RS256). `id` has room for CFIDO_LONGEST_ID bytes, `key` for
/// CFIDO_LONGEST_KEY. Returns 1 and the counts, or 0 where the data has no credential with a key of this algorithm.
int32_t cfido_read_credential(
    const uint8_t *data, size_t data_count, int32_t algorithm, uint8_t *id, size_t *id_count, uint8_t *key,
    size_t *key_count);

/// Whether `signature` is of the authenticator's data and of what the browser has said of it (WebAuthn Level 2, 7.2, 15 to 20):
/// the site is `site`, a person was present and, where `needs_verified` is not 0, was verified. `client_hash` has 32 bytes, `key`
/// what `cfido_read_credential` gave. Returns 1 or 0.
int32_t cfido_verify_assertion(
    const char *site, const uint8_t *client_hash, const uint8_t *data, size_t data_count, const uint8_t *signature,
    size_t signature_count, int32_t algorithm, const uint8_t *key, size_t key_count, int32_t needs_verified);

#endif
