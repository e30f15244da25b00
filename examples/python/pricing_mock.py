"""The mock for Python's tests: starts the program, and speaks to its control API."""

import json
import os
import shlex
import signal
import subprocess
import urllib.request
from urllib.parse import urlencode

_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class MockServer:
    """`with MockServer("--data", "tiny") as server: world = server.world("test_mine")`"""

    def __init__(self, *options):
        program = shlex.split(os.environ.get("PRICING_MOCK", "npx pricing-mock"))
        words = [*program, "serve", "--port", "0", "--log", "json", *options]
        # A group of its own: a signal to npx alone would not reach the program.
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)
        first = json.loads(self._process.stdout.readline() or "{}")
        if first.get("event") != "listening":
            raise RuntimeError(f"{shlex.join(words)} did not start: {first}")
        self.url, self._token = first["url"], first["controlToken"]

    def world(self, key):
        return World(self.url, self._token, key)

    def close(self):
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class World:
    """What one API key opens: its records, clock, faults and requests."""

    def __init__(self, url, token, key):
        self.url, self.key = url, key
        self._headers = {"Authorization": f"Bearer {token}", "X-API-KEY": key}

    def call(self, method, path, body=None):
        """Any operation of the control API; `GET /__mock/openapi.json?of=control` describes them."""
        headers = dict(self._headers)
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/__mock{path}", data, headers, method=method)
        with _open(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def create_listing(self, **fields):
        return self.call("POST", "/state/listings", fields)

    def listing(self, listing_id):
        return self.call("GET", f"/state/listings/{listing_id}")

    def freeze(self):
        self.call("POST", "/clock/freeze")

    def advance(self, seconds):
        self.call("POST", "/clock/advance", {"by": seconds * 1000})

    def add_fault(self, kind, **rule):
        return self.call("POST", "/faults", {"kind": kind, **rule})

    def count(self, **match):
        return self.call("GET", f"/requests/count?{urlencode(match)}")["count"]

    def verify(self, match, **how_often):
        """Whether as many requests fit, such as `exactly=1`, and those that did."""
        return self.call("POST", "/requests/verify", {"match": match, **how_often})

    def findings(self):
        """The facts that the audit has found about the client, by their id."""
        return {fact["id"]: fact["count"] for fact in self.call("GET", "/audit")["facts"] if fact["count"]}
