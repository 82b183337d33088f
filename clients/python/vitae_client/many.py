# SPDX-License-Identifier: Apache-2.0
"""Many documents: a bounded number at a time, outcomes in order, and a file to go on from."""
import collections
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import threading
from typing import Any, Callable, Iterable, Iterator, Optional


@dataclasses.dataclass(frozen=True)
class Parsed:
    """How one document ended: either `answer` or `error` is set."""
    index: int
    document: Any
    answer: Optional[dict[str, Any]] = None
    error: Optional[Exception] = None

    def __bool__(self) -> bool:
        return self.answer is not None


class _State:
    """A file of JSON lines, {"key": ..., "answer": ...}. A line that was cut by a crash is left out."""

    def __init__(self, path: Optional[str]):
        self.lock, self.done, self.file = threading.Lock(), {}, None
        if not path:
            return
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    try:
                        row = json.loads(line)
                        self.done[row["key"]] = row["answer"]
                    except (ValueError, KeyError, TypeError):
                        continue
        self.file = open(path, "a", encoding="utf-8")

    def add(self, key: str, answer: Any) -> None:
        if self.file:
            with self.lock:
                self.file.write(json.dumps({"key": key, "answer": answer}) + "\n")
                self.file.flush()

    def close(self) -> None:
        if self.file:
            self.file.close()


def _key(data: bytes, options: dict[str, Any]) -> str:
    """The same document with the same options has the same key, in this run and in the next."""
    text = json.dumps(options, sort_keys=True, default=str).encode()
    return "many-" + hashlib.sha256(hashlib.sha256(data).digest() + text).hexdigest()


def parse_many(parse: Callable[..., Any], read: Callable[[Any], tuple[bytes, str]], errors: type[Exception],
               documents: Iterable[Any], parallel: int, on_progress: Optional[Callable[[int, int], None]],
               state: Optional[str], options: dict[str, Any]) -> Iterator[Parsed]:
    if parallel < 1:
        raise ValueError("parallel must be at least 1")
    known, counts, lock = _State(state), [0, 0], threading.Lock()

    def one(index: int, document: Any) -> Parsed:
        try:
            data, name = read(document)
            key = _key(data, options) if state else None
            answer = known.done.get(key)
            if answer is None:
                answer = parse(data, filename=name, idempotency_key=key, **options)
                if key:
                    known.add(key, answer)
            parsed = Parsed(index, document, answer)
        except (errors, OSError) as error:
            parsed = Parsed(index, document, error=error)
        with lock:
            counts[0] += 1
            counts[1] += parsed.answer is None
            if on_progress:
                on_progress(*counts)
        return parsed

    def run() -> Iterator[Parsed]:
        waiting: collections.deque[concurrent.futures.Future[Parsed]] = collections.deque()
        pool = concurrent.futures.ThreadPoolExecutor(parallel, thread_name_prefix="vitae")
        try:
            for index, document in enumerate(documents):
                waiting.append(pool.submit(one, index, document))
                if len(waiting) >= 2 * parallel:  # no more documents in memory than these
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)
            known.close()

    return run()
