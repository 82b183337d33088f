# SPDX-License-Identifier: Apache-2.0
"""The signature of a webhook (Standard Webhooks)."""
import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Optional, Union


class WebhookError(Exception):
    """The message is not from the service, or it is an old one sent again."""


def verify_webhook(secret: str, headers: Mapping[str, str], body: Union[bytes, str], *, tolerance: int = 300,
                   now: Optional[float] = None) -> dict[str, Any]:
    """The event in `body`, when its signature is right and its time at most `tolerance` seconds away.

    `body` is what came, byte for byte; `headers` may have any case. Compare `webhook-id` with those
    seen before: a delivery that was not acknowledged comes again with the same one.
    """
    raw = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        identity, stamp, signatures = (lower["webhook-" + part] for part in ("id", "timestamp", "signature"))
        sent = int(stamp)
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except KeyError as error:
        raise WebhookError(f"the header {error.args[0]} is missing") from None
    except (ValueError, binascii.Error):
        raise WebhookError("the secret is no base64, or webhook-timestamp no number") from None
    if abs((time.time() if now is None else now) - sent) > tolerance:
        raise WebhookError("webhook-timestamp is too far from now")
    want = hmac.new(key, f"{identity}.{stamp}.".encode() + raw, hashlib.sha256).digest()
    if not any(_matches(want, signature) for signature in signatures.split()):
        raise WebhookError("no signature matches")
    return json.loads(raw)


def _matches(want: bytes, signature: str) -> bool:
    version, _, text = signature.partition(",")
    try:
        given = base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        return False
    return version == "v1" and hmac.compare_digest(want, given)
