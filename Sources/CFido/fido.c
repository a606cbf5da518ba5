#include "CFido.h"

#include <string.h>

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>

int32_t cfido_read_credential(
    const uint8_t *data, size_t data_count, int32_t algorithm, uint8_t *id, size_t *id_count, uint8_t *key,
    size_t *key_count)
{
    fido_init(0);
    fido_cred_t *credential = fido_cred_new();
    if (credential == NULL) return 0;
    int32_t result = 0;
    if (fido_cred_set_type(credential, algorithm) == FIDO_OK
        && fido_cred_set_authdata_raw(credential, data, data_count) == FIDO_OK) {
        const uint8_t *found_id = fido_cred_id_ptr(credential), *found_key = fido_cred_pubkey_ptr(credential);
        size_t id_length = fido_cred_id_len(credential), key_length = fido_cred_pubkey_len(credential);
        if (found_id != NULL && found_key != NULL && id_length > 0 && id_length <= CFIDO_LONGEST_ID && key_length > 0
            && key_length <= CFIDO_LONGEST_KEY) {
            memcpy(id, found_id, id_length);
            memcpy(key, found_key, key_length);
            *id_count = id_length;
            *key_count = key_length;
            result = 1;
        }
    }
    fido_cred_free(&credential);
    return result;
}

static int verified(const fido_assert_t *assertion, int32_t algorithm, const uint8_t *key, size_t key_count)
{
    int status = FIDO_ERR_INVALID_ARGUMENT;
    switch (algorithm) {
    case COSE_ES256: {
        es256_pk_t *own = es256_pk_new();
        if (own != NULL && es256_pk_from_ptr(own, key, key_count) == FIDO_OK)
            status = fido_assert_verify(assertion, 0, algorithm, own);
        es256_pk_free(&own);
        break;
    }
    case COSE_EDDSA: {
        eddsa_pk_t *own = eddsa_pk_new();
        if (own != NULL && eddsa_pk_from_ptr(own, key, key_count) == FIDO_OK)
            status = fido_assert_verify(assertion, 0, algorithm, own);
        eddsa_pk_free(&own);
        break;
    }
    case COSE_RS256: {
        rs256_pk_t *own = rs256_pk_new();
        if (own != NULL && rs256_pk_from_ptr(own, key, key_count) == FIDO_OK)
            status = fido_assert_verify(assertion, 0, algorithm, own);
        rs256_pk_free(&own);
        break;
    }
    default: break;
    }
    return status == FIDO_OK;
}

int32_t cfido_verify_assertion(
    const char *site, const uint8_t *client_hash, const uint8_t *data, size_t data_count, const uint8_t *signature,
    size_t signature_count, int32_t algorithm, const uint8_t *key, size_t key_count, int32_t needs_verified)
{
    fido_init(0);
    fido_assert_t *assertion = fido_assert_new();
    if (assertion == NULL) return 0;
    int32_t result = 0;
    if (fido_assert_set_rp(assertion, site) == FIDO_OK
        && fido_assert_set_clientdata_hash(assertion, client_hash, 32) == FIDO_OK
        && fido_assert_set_count(assertion, 1) == FIDO_OK
        && fido_assert_set_authdata_raw(assertion, 0, data, data_count) == FIDO_OK
        && fido_assert_set_sig(assertion, 0, signature, signature_count) == FIDO_OK
        && fido_assert_set_up(assertion, FIDO_OPT_TRUE) == FIDO_OK
        && fido_assert_set_uv(assertion, needs_verified ? FIDO_OPT_TRUE : FIDO_OPT_OMIT) == FIDO_OK)
        result = verified(assertion, algorithm, key, key_count);
    fido_assert_free(&assertion);
    return result;
}
