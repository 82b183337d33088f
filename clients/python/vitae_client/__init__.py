# SPDX-License-Identifier: Apache-2.0
"""Client of vitae. See README.md; the interface itself is described by the service at /docs."""
from .aio import AsyncVitae
from .client import (ApiError, AuthenticationError, ConflictError, ConnectionFailed, Answer, ExpiredError,
                     InsufficientCreditsError, InvalidRequestError, NoResult, NotFoundError, ParseFailed,
                     PermissionDeniedError, RateLimitedError, ReviewChangedError, UnavailableError, Vitae, VitaeError, WaitTimeout)
from .many import Parsed
from .types import Completed, Config, Created, Result
from .webhook import WebhookError, verify_webhook

__all__ = ["Answer", "ApiError", "AsyncVitae", "AuthenticationError", "Completed", "Config", "ConflictError",
           "ConnectionFailed", "Created", "ExpiredError", "InsufficientCreditsError", "InvalidRequestError",
           "NoResult", "NotFoundError", "ParseFailed", "Parsed", "PermissionDeniedError", "RateLimitedError",
           "Result", "ReviewChangedError", "UnavailableError", "Vitae", "VitaeError", "WaitTimeout", "WebhookError", "verify_webhook"]
__version__ = "1.0.0"
