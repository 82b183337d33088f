# SPDX-License-Identifier: Apache-2.0
"""The client for asyncio: the calls of Vitae on threads, so that nothing else has to be installed."""
import asyncio
import concurrent.futures
import functools
from typing import Any, AsyncIterator, Callable, Iterable, Mapping, Optional, TypeVar

from .client import Answer, Document, Vitae
from .many import Parsed
from .types import Completed, Created

T = TypeVar("T")


class AsyncVitae:
    """Like Vitae, with awaitable methods. `threads` calls run at a time; others wait for their turn.

    Use it in `async with`, or call close() when you are done.
    """

    def __init__(self, base_url: str, api_key: str, *, threads: int = 16, **options: Any):
        self.sync = Vitae(base_url, api_key, **options)
        self._threads = threads
        self._pool = concurrent.futures.ThreadPoolExecutor(threads, thread_name_prefix="vitae")

    async def __aenter__(self) -> "AsyncVitae":
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, call: Callable[..., T], *args: Any, **options: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, functools.partial(call, *args, **options))

    async def create_file(self, document: Document, **options: Any) -> Created:
        return await self._run(self.sync.create_file, document, **options)

    async def create_text(self, text: str, **options: Any) -> Created:
        return await self._run(self.sync.create_text, text, **options)

    async def create_url(self, url: str, **options: Any) -> Created:
        return await self._run(self.sync.create_url, url, **options)

    async def create_result(self, result: Mapping[str, Any], **options: Any) -> Created:
        return await self._run(self.sync.create_result, result, **options)

    async def parse_file(self, document: Document, **options: Any) -> Completed:
        return await self._run(self.sync.parse_file, document, **options)

    async def parse_text(self, text: str, **options: Any) -> Completed:
        return await self._run(self.sync.parse_text, text, **options)

    async def parse_url(self, url: str, **options: Any) -> Completed:
        return await self._run(self.sync.parse_url, url, **options)

    async def parse_many(self, documents: Iterable[Document], *, parallel: int = 8,
                         on_progress: Optional[Callable[[int, int], None]] = None, state: Optional[str] = None,
                         **options: Any) -> AsyncIterator[Parsed]:
        outcomes = self.sync.parse_many(documents, parallel=min(parallel, self._threads), on_progress=on_progress,
                                        state=state, **options)
        while True:
            outcome = await self._run(next, outcomes, None)
            if outcome is None:
                return
            yield outcome

    async def get(self, request_id: str, *, wait: int = 0, reviewed: bool = False) -> Answer:
        return await self._run(self.sync.get, request_id, wait=wait, reviewed=reviewed)

    async def review(self, request_id: str) -> Answer:
        return await self._run(self.sync.review, request_id)

    async def put_review(self, request_id: str, result: Mapping[str, Any], **options: Any) -> Answer:
        return await self._run(self.sync.put_review, request_id, result, **options)

    async def delete_review(self, request_id: str) -> None:
        await self._run(self.sync.delete_review, request_id)

    async def wait(self, request_id: str, seconds: float = 120.0) -> Answer:
        return await self._run(self.sync.wait, request_id, seconds)

    async def export(self, request_id: str, form: str) -> bytes:
        return await self._run(self.sync.export, request_id, form)

    async def list_requests(self, **filters: Any) -> AsyncIterator[Answer]:
        requests = self.sync.list_requests(**filters)
        while True:
            request = await self._run(next, requests, None)
            if request is None:
                return
            yield request

    async def delete(self, request_id: str) -> None:
        await self._run(self.sync.delete, request_id)

    async def create_batch(self, documents: Iterable[Document] = (), **options: Any) -> Answer:
        return await self._run(self.sync.create_batch, documents, **options)

    async def get_batch(self, batch_id: str) -> Answer:
        return await self._run(self.sync.get_batch, batch_id)

    async def wait_batch(self, batch_id: str, seconds: float = 600.0) -> Answer:
        return await self._run(self.sync.wait_batch, batch_id, seconds)

    async def delete_batch(self, batch_id: str) -> None:
        await self._run(self.sync.delete_batch, batch_id)

    async def match(self, candidates: list[Mapping[str, Any]], jobs: list[Mapping[str, Any]], **options: Any) -> list[Answer]:
        return await self._run(self.sync.match, candidates, jobs, **options)

    async def usage(self) -> Answer:
        return await self._run(self.sync.usage)

    async def skills(self, query: str, *, limit: int = 20, language: Optional[str] = None) -> list[Answer]:
        return await self._run(self.sync.skills, query, limit=limit, language=language)
