/* SPDX-License-Identifier: Apache-2.0 */
#include "http/certificate.h"

#include "base/library.h"

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>

#define TLS_FUNCTIONS(F)                                                                           \
    F(gnutls_, certificate_allocate_credentials)                                                   \
    F(gnutls_, certificate_free_credentials)                                                       \
    F(gnutls_, certificate_set_x509_key_mem)                                                       \
    F(gnutls_, strerror)                                                                           \
    F(gnutls_, x509_crt_deinit)                                                                    \
    F(gnutls_, x509_crt_get_activation_time)                                                       \
    F(gnutls_, x509_crt_get_expiration_time)                                                       \
    F(gnutls_, x509_crt_import)                                                                    \
    F(gnutls_, x509_crt_init)

static struct {
    TLS_FUNCTIONS(VT_LIBRARY_POINTER)
} tls;

VT_LIBRARY_NOTE(note, VT_SONAME_GNUTLS, "tls");

static gnutls_datum_t datum_of(const char *text)
{
    union {
        const char *in;
        unsigned char *out;
    } bytes = {.in = text};
    return (gnutls_datum_t){bytes.out, (unsigned)strlen(text)};
}

static vt_status read_dates(const char *pem, vt_certificate *ret, vt_error *err)
{
    gnutls_x509_crt_t crt;
    const gnutls_datum_t text = datum_of(pem);
    int code = tls.x509_crt_init(&crt);
    if (code < 0)
        return vt_fail(err, VT_E_INTERNAL, "GnuTLS: %s", tls.strerror(code));
    code = tls.x509_crt_import(crt, &text, GNUTLS_X509_FMT_PEM);
    ret->from_ms = (int64_t)tls.x509_crt_get_activation_time(crt) * 1000;
    ret->until_ms = (int64_t)tls.x509_crt_get_expiration_time(crt) * 1000;
    tls.x509_crt_deinit(crt);
    if (code < 0)
        return vt_fail(err, VT_E_INVALID, "tls_certificate is no TLS certificate: %s",
                       tls.strerror(code));
    return VT_OK;
}

static vt_status compare_key(const char *pem, const char *key, vt_error *err)
{
    gnutls_certificate_credentials_t pair;
    const gnutls_datum_t text = datum_of(pem), secret = datum_of(key);
    int code = tls.certificate_allocate_credentials(&pair);
    if (code < 0)
        return vt_fail(err, VT_E_INTERNAL, "GnuTLS: %s", tls.strerror(code));
    code = tls.certificate_set_x509_key_mem(pair, &text, &secret, GNUTLS_X509_FMT_PEM);
    tls.certificate_free_credentials(pair);
    if (code == GNUTLS_E_CERTIFICATE_KEY_MISMATCH)
        return vt_fail(err, VT_E_INVALID, "tls_key is not the key of tls_certificate");
    if (code < 0)
        return vt_fail(err, VT_E_INVALID, "tls_certificate and tls_key: %s", tls.strerror(code));
    return VT_OK;
}

vt_status vt_certificate_read(const char *pem, const char *key, vt_certificate *ret, vt_error *err)
{
    static const char *const names[] = {TLS_FUNCTIONS(VT_LIBRARY_NAME)};
    VT_TRY(vt_library_open(VT_SONAME_GNUTLS, names, VT_COUNT(names), &tls, err));
    VT_TRY(read_dates(pem, ret, err));
    return key ? compare_key(pem, key, err) : VT_OK;
}
