# SPDX-License-Identifier: Apache-2.0
"""Requests to the service: one method a route, with retries and typed errors."""
import itertools
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, BinaryIO, Callable, Iterable, Iterator, Mapping, Optional, Union, cast

from .many import Parsed, parse_many
from .types import Completed, Config, Created

Answer = dict[str, Any]
Metadata = Mapping[str, Union[str, int, float, bool, None]]
Document = Union[str, "os.PathLike[str]", bytes, BinaryIO]

LONG_POLL = 30  # seconds that one GET waits for the end
MAX_PAUSE = 60.0
RETRY_SECONDS = 300.0


class VitaeError(Exception):
    """Anything that this client raises."""


class ConnectionFailed(VitaeError):
    """The service could not be reached, or the connection broke; nothing is known of the request."""


class WaitTimeout(VitaeError):
    """The request had not ended in time. It goes on: wait for `request_id` again."""

    def __init__(self, request_id: str, seconds: float):
        super().__init__(f"{request_id} has not ended within {seconds:g} s")
        self.request_id = request_id


class ParseFailed(VitaeError):
    """The request ended as `failed`; `answer` is its whole answer. It cost nothing."""

    def __init__(self, answer: Answer):
        super().__init__(answer.get("error") or "the request failed")
        self.answer = answer
        self.request_id: str = answer["request_id"]
        self.code: str = answer.get("error_code") or ""
        self.detail: Optional[str] = answer.get("error_detail")


class NoResult(VitaeError):
    """There is nothing to export: the request runs, failed, or a check stopped it."""

    def __init__(self, answer: Answer):
        super().__init__(f"{answer.get('request_id')} has no result ({answer.get('status')})")
        self.answer = answer


class ApiError(VitaeError):
    """A problem (RFC 9457) that the service answered."""

    def __init__(self, status: int, problem: Answer, retry_after: Optional[float] = None):
        self.status = status
        self.code: str = problem.get("error_code") or ""
        self.request_id: str = problem.get("request_id") or ""  # of the HTTP request: for the operator's log
        self.retryable: bool = bool(problem.get("retryable"))
        self.faults: list[Answer] = problem.get("errors") or []  # pointer, code, detail
        self.retry_after = retry_after
        text = problem.get("detail") or problem.get("title") or "no problem body"
        details = "".join(f"; {f.get('pointer')}: {f.get('detail')}" for f in self.faults)
        super().__init__(f"{status} {self.code}: {text}{details} (request {self.request_id})")


class InvalidRequestError(ApiError):
    """400, 413, 415, 422, 501: the same request will fail again."""


class AuthenticationError(ApiError):
    """401"""


class InsufficientCreditsError(ApiError):
    """402"""


class PermissionDeniedError(ApiError):
    """403: the key has not the scope"""


class NotFoundError(ApiError):
    """404"""


class ConflictError(ApiError):
    """409: a create with the same Idempotency-Key is running, or there is nothing to review"""


class ReviewChangedError(ApiError):
    """412: somebody stored another version of the review"""


class ExpiredError(ApiError):
    """410: the result was erased by age"""


class RateLimitedError(ApiError):
    """429"""


class UnavailableError(ApiError):
    """503"""


_ERRORS: dict[int, type[ApiError]] = {
    400: InvalidRequestError, 401: AuthenticationError, 402: InsufficientCreditsError, 403: PermissionDeniedError,
    404: NotFoundError, 409: ConflictError, 410: ExpiredError, 412: ReviewChangedError, 413: InvalidRequestError,
    415: InvalidRequestError, 422: InvalidRequestError, 429: RateLimitedError, 501: InvalidRequestError, 503: UnavailableError}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:  # the key would go along
        return None


class Vitae:
    """A client. It holds no connection, and several threads may use it.

    A call is repeated after 429, 503, a problem that says `retryable`, or a broken connection, until
    `retry_seconds` have passed: as long as `Retry-After` says, else with growing pauses, both with a
    random part. `retries` limits the number of repetitions, too. Creates carry an Idempotency-Key, so
    that a repetition makes no second request. `version` pins the version of the interface ("2026-11-01").
    """

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 60.0, retry_seconds: float = RETRY_SECONDS,
                 retries: Optional[int] = None, version: Optional[str] = None,
                 sleep: Callable[[float], None] = time.sleep):
        self.base_url = base_url.rstrip("/")
        self.timeout, self.retry_seconds, self.retries = timeout, retry_seconds, retries
        self.version = version
        self._key, self._sleep = api_key, sleep
        self._opener = urllib.request.build_opener(_NoRedirect)

    # ---- creates ----

    def create_file(self, document: Document, *, filename: Optional[str] = None, config: Optional[Config] = None,
                    job_description: Optional[str] = None, reference: Optional[str] = None,
                    metadata: Optional[Metadata] = None, idempotency_key: Optional[str] = None) -> Created:
        """Uploads a document: a path, bytes, or a file that is open for reading in binary mode."""
        data, name = _read(document, filename)
        parts = [("file", name, data)]
        for part, text in (("config", None if config is None else json.dumps(config)), ("reference", reference),
                           ("job_description", job_description),
                           ("metadata", None if metadata is None else json.dumps(metadata))):
            if text is not None:
                parts.append((part, None, text.encode()))
        content_type, body = _multipart(parts)
        return self._create(body, content_type, idempotency_key)

    def create_batch(self, documents: Iterable[Document] = (), *, archive: Optional[Document] = None,
                     items: Optional[list[Mapping[str, Any]]] = None, config: Optional[Config] = None,
                     job_description: Optional[str] = None, reference: Optional[str] = None,
                     metadata: Optional[Metadata] = None, idempotency_key: Optional[str] = None) -> Answer:
        """Creates up to 200 requests in one call: of documents, of a ZIP archive, or of items as for a create
        ({"input": ...}). `rejected` of the answer names the documents that were not accepted, and why."""
        shared = {"config": config, "job_description": job_description, "reference": reference, "metadata": metadata}
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4()), "Content-Type": "application/json"}
        if items is not None:
            given = {name: value for name, value in shared.items() if value is not None}
            body = json.dumps({"items": items, **given}).encode()
        else:
            parts = [("archive", *reversed(_read(archive)))] if archive is not None else []
            parts += [("file", *reversed(_read(document))) for document in documents]
            for name, value in shared.items():
                if value is not None:
                    parts.append((name, None, (value if isinstance(value, str) else json.dumps(value)).encode()))
            headers["Content-Type"], body = _multipart(parts)
        return json.loads(self._call("POST", "/v1/batches", body, headers)[1])

    def create_text(self, text: str, **options: Any) -> Created:
        """Creates a request for text. `options` are those of create_file() without `filename`."""
        return self._create_input({"type": "text", "raw_text": text}, **options)

    def create_url(self, url: str, **options: Any) -> Created:
        return self._create_input({"type": "url", "data": url}, **options)

    def create_result(self, result: Mapping[str, Any], **options: Any) -> Created:
        """Uses an earlier result, or a whole answer with one, again without extraction."""
        return self._create_input({"type": "result", "data": result}, **options)

    def _create_input(self, source: Answer, *, config: Optional[Config] = None, job_description: Optional[str] = None,
                      reference: Optional[str] = None, metadata: Optional[Metadata] = None,
                      idempotency_key: Optional[str] = None) -> Created:
        body: Answer = {"input": source, "config": config, "reference": reference, "metadata": metadata}
        if job_description is not None:
            source["job_description"] = job_description
        body = {name: value for name, value in body.items() if value is not None}
        return self._create(json.dumps(body).encode(), "application/json", idempotency_key)

    def _create(self, body: bytes, content_type: str, key: Optional[str]) -> Created:
        headers = {"Content-Type": content_type, "Idempotency-Key": key or str(uuid.uuid4())}
        return cast(Created, json.loads(self._call("POST", "/v1/parse", body, headers)[1]))

    def parse_file(self, document: Document, *, wait: float = 120.0, **options: Any) -> Completed:
        """create_file() and wait(). Raises ParseFailed when the request failed.

        `result` is None when a check stopped the request (see `checks`) or parsing was skipped.
        `warnings` names fields of `config` that the service does not know.
        """
        return self._ended(self.create_file(document, **options), wait)

    def parse_text(self, text: str, *, wait: float = 120.0, **options: Any) -> Completed:
        return self._ended(self.create_text(text, **options), wait)

    def parse_url(self, url: str, *, wait: float = 120.0, **options: Any) -> Completed:
        return self._ended(self.create_url(url, **options), wait)

    def parse_many(self, documents: Iterable[Document], *, parallel: int = 8,
                   on_progress: Optional[Callable[[int, int], None]] = None, state: Optional[str] = None,
                   **options: Any) -> Iterator[Parsed]:
        """Parses many documents, `parallel` at a time, and gives their outcomes in the order of `documents`.

        An outcome has `answer`, or `error` when this document failed: one bad file does not stop the others.
        `on_progress(done, failed)` is called after each document. `state` names a file that keeps what is
        done: call again with the same file after a crash, and only the rest is parsed.
        """
        return parse_many(self.parse_file, _read, VitaeError, documents, parallel, on_progress, state, options)

    def _ended(self, created: Created, seconds: float) -> Completed:
        answer = self.wait(created["request_id"], seconds)
        if answer["status"] == "failed":
            raise ParseFailed(answer)
        return cast(Completed, answer)

    # ---- requests ----

    def get(self, request_id: str, *, wait: int = 0, reviewed: bool = False) -> Answer:
        """The request as it is; with `wait` the service answers when it ends, or after so many seconds.

        `reviewed` gives the result as a person corrected it; NotFoundError when nobody did.
        """
        headers = {"Prefer": f"wait={wait}"} if wait else {}
        path = _path(request_id) + ("?version=reviewed" if reviewed else "")
        return json.loads(self._call("GET", path, None, headers, extra=wait)[1])

    def review(self, request_id: str) -> Answer:
        """What a person corrected and confirmed; NotFoundError when nobody did."""
        return json.loads(self._call("GET", _path(request_id) + "/review", None, {})[1])

    def put_review(self, request_id: str, result: Mapping[str, Any], *, version: Optional[int] = None,
                   **members: Any) -> Answer:
        """Stores a corrected result. `version` is that of the review you change, None for the first one.

        Raises ReviewChangedError when somebody stored another version meanwhile. `members` are those of
        the body: confirmed, dismissed, places, complete.
        """
        headers = {"Content-Type": "application/json"}
        if version is not None:
            headers["If-Match"] = f'"{request_id}-r{version}"'
        body = json.dumps({"result": result, **members}).encode()
        return json.loads(self._call("PUT", _path(request_id) + "/review", body, headers)[1])

    def delete_review(self, request_id: str) -> None:
        self._call("DELETE", _path(request_id) + "/review", None, {})

    def wait(self, request_id: str, seconds: float = 120.0) -> Answer:
        """The completed or failed answer; raises WaitTimeout."""
        end, pause = time.monotonic() + seconds, 0.1
        while True:
            left = end - time.monotonic()
            began = time.monotonic()
            answer = self.get(request_id, wait=max(0, min(LONG_POLL, int(left))))
            if answer["status"] in ("completed", "failed"):
                return answer
            if time.monotonic() >= end:
                raise WaitTimeout(request_id, seconds)
            if time.monotonic() - began < pause:  # it answered at once: not every node can wait
                self._sleep(min(pause, max(0.0, end - time.monotonic())))
                pause = min(pause * 2, 2.0)

    def export(self, request_id: str, form: str) -> bytes:
        """The result as "jsonresume", "markdown" or "csv"; raises NoResult."""
        headers, body = self._call("GET", _path(request_id) + "?format=" + urllib.parse.quote(form), None, {})
        if "Content-Disposition" not in headers:
            raise NoResult(json.loads(body))
        return body

    def list_requests(self, *, status: Optional[str] = None, reference: Optional[str] = None,
                      created_after: Optional[str] = None, created_before: Optional[str] = None,
                      page_size: int = 100, batch_id: Optional[str] = None) -> Iterator[Answer]:
        """All requests of the account, newest first, page by page."""
        cursor: Optional[str] = None
        while True:
            page = self._get("/v1/parse", status=status, reference=reference, batch_id=batch_id, created_after=created_after,
                             created_before=created_before, limit=page_size, cursor=cursor)
            yield from page["requests"]
            cursor = page["next_cursor"]
            if not cursor:
                return

    def delete(self, request_id: str) -> None:
        """Erases document, text and result."""
        self._call("DELETE", _path(request_id), None, {})

    # ---- batches ----

    def get_batch(self, batch_id: str) -> Answer:
        """Progress, counts, and the state of each request."""
        return self._get(_batch_path(batch_id))

    def wait_batch(self, batch_id: str, seconds: float = 600.0) -> Answer:
        """The batch, once all of its requests have ended; raises WaitTimeout."""
        end, pause = time.monotonic() + seconds, 0.25
        while True:
            batch = self.get_batch(batch_id)
            if batch["status"] == "completed":
                return batch
            if time.monotonic() >= end:
                raise WaitTimeout(batch_id, seconds)
            self._sleep(min(pause, max(0.0, end - time.monotonic())))
            pause = min(pause * 1.5, 5.0)

    def delete_batch(self, batch_id: str) -> None:
        """Erases the batch and all of its requests."""
        self._call("DELETE", _batch_path(batch_id), None, {})

    # ---- matching, usage and skills ----

    def match(self, candidates: list[Mapping[str, Any]], jobs: list[Mapping[str, Any]], *,
              top_skills: int = 3) -> list[Answer]:
        """Scores every candidate ({"request_id": ...} or {"result": ...}) against every job
        ({"job_description": ...}), at most 100 pairs. `reference` in either comes back with its pairs."""
        body = json.dumps({"candidates": candidates, "jobs": jobs, "top_skills": top_skills}).encode()
        return json.loads(self._call("POST", "/v1/match", body, {"Content-Type": "application/json"})[1])["matches"]

    def usage(self) -> Answer:
        return self._get("/v1/usage")

    def usage_history(self, *, start_date: Optional[str] = None, end_date: Optional[str] = None, limit: int = 20,
                      offset: int = 0) -> Answer:
        return self._get("/v1/usage/history", start_date=start_date, end_date=end_date, limit=limit, offset=offset)

    def skills(self, query: str, *, limit: int = 20, language: Optional[str] = None) -> list[Answer]:
        return self._get("/v1/skills", q=query, limit=limit, language=language)["skills"]

    def skill(self, skill_id: str, *, language: Optional[str] = None) -> Answer:
        return self._get("/v1/skills/" + urllib.parse.quote(skill_id, safe=""), language=language)

    # ---- HTTP ----

    def _get(self, path: str, **query: Any) -> Answer:
        given = {name: value for name, value in query.items() if value is not None}
        return json.loads(self._call("GET", path + ("?" + urllib.parse.urlencode(given) if given else ""), None, {})[1])

    def _call(self, method: str, path: str, body: Optional[bytes], headers: dict[str, str],
              extra: float = 0.0) -> tuple[Mapping[str, str], bytes]:
        headers = {"Authorization": "Bearer " + self._key, "Accept": "*/*", **headers}
        if self.version is not None:
            headers["Vitae-Version"] = self.version
        began, paused = time.monotonic(), 0.0
        for attempt in itertools.count():
            try:
                return self._once(method, path, body, headers, self.timeout + extra)
            except (ApiError, ConnectionFailed) as error:
                pause = _pause(error, attempt)
                spent = max(time.monotonic() - began, paused) + pause
                counted_out = self.retries is not None and attempt >= self.retries
                if counted_out or spent > self.retry_seconds or not _may_repeat(error):
                    raise
                paused += pause
                self._sleep(pause)
        raise AssertionError("unreachable")

    def _once(self, method: str, path: str, body: Optional[bytes], headers: dict[str, str],
              timeout: float) -> tuple[Mapping[str, str], bytes]:
        request = urllib.request.Request(self.base_url + path, data=body, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=timeout) as reply:
                return reply.headers, reply.read()
        except urllib.error.HTTPError as error:
            with error:
                raise _api_error(error.code, error.headers, error.read()) from None
        except OSError as error:  # URLError, timeouts, resets
            raise ConnectionFailed(f"{method} {self.base_url}{path}: {error}") from error
        except Exception as error:  # http.client's: an answer that broke off
            raise ConnectionFailed(f"{method} {self.base_url}{path}: {error!r}") from error


def _path(request_id: str) -> str:
    return "/v1/parse/" + urllib.parse.quote(request_id, safe="")


def _batch_path(batch_id: str) -> str:
    return "/v1/batches/" + urllib.parse.quote(batch_id, safe="")


def _api_error(status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    try:
        problem = json.loads(body)
    except ValueError:
        problem = {}
    try:
        retry_after: Optional[float] = float(headers["Retry-After"])
    except (KeyError, TypeError, ValueError):
        retry_after = None
    return _ERRORS.get(status, ApiError)(status, problem if isinstance(problem, dict) else {}, retry_after)


def _may_repeat(error: VitaeError) -> bool:
    return not isinstance(error, ApiError) or error.retryable or error.status in (429, 502, 503, 504)


def _pause(error: VitaeError, attempt: int) -> float:
    """What Retry-After says and up to a quarter more, so that clients do not come back all at once; else
    0.5, 1, 2 ... 8 seconds, of which half is random."""
    after = error.retry_after if isinstance(error, ApiError) else None
    if after is not None:
        return min(max(after, 0.1), MAX_PAUSE) * (1 + random.random() / 4)
    return min(0.5 * 2 ** min(attempt, 4), 8.0) * (0.5 + random.random() / 2)


def _read(document: Document, filename: Optional[str] = None) -> tuple[bytes, str]:
    if isinstance(document, (bytes, bytearray)):
        return bytes(document), filename or "document"
    if isinstance(document, (str, os.PathLike)):
        with open(document, "rb") as file:
            return file.read(), filename or os.path.basename(os.fspath(document))
    return document.read(), filename or os.path.basename(str(getattr(document, "name", "document")))


def _multipart(parts: list[tuple[str, Optional[str], bytes]]) -> tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    out = []
    for name, filename, data in parts:
        head = f'Content-Disposition: form-data; name="{name}"'
        if filename is not None:
            safe = filename.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
            head += f'; filename="{safe}"\r\nContent-Type: application/octet-stream'
        out += [f"--{boundary}\r\n{head}\r\n\r\n".encode(), data, b"\r\n"]
    return "multipart/form-data; boundary=" + boundary, b"".join(out) + f"--{boundary}--\r\n".encode()
