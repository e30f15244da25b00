"""A small client of the Pricing Automation Service, on Python's standard library. It knows nothing of the mock."""

import http.client
import json
import time
import urllib.error
import urllib.request

# The service's address is taken as it is, whatever proxy the machine has.
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class ServiceError(Exception):
    """A no that another attempt would not turn into a yes."""

    def __init__(self, status, error):
        super().__init__(error.get("message", f"The service answered {status}."))
        self.status, self.code, self.param = status, error.get("code"), error.get("param")


class PricingService:
    """`sleep` waits so many seconds; a test may let the mock's clock do it."""

    def __init__(self, url, key, sleep=time.sleep, attempts=5):
        self.url, self.key, self.sleep, self.attempts = url, key, sleep, attempts

    def listings(self, page_size=20):
        """All listings, page by page."""
        after = ""
        while True:
            page = self._send("GET", f"/v1/listings?limit={page_size}{after}")
            yield from page["data"]
            if not page["has_more"]:
                return
            after = f"&starting_after={page['data'][-1]['id']}"

    def set_price(self, listing_id, **bounds):
        return self._send("PATCH", f"/v1/listings/{listing_id}/price", bounds)

    def _send(self, method, path, body=None):
        for attempt in range(1, self.attempts + 1):
            try:
                return self._ask(method, path, body)
            except urllib.error.HTTPError as answer:
                with answer:
                    error = json.load(answer)["error"]
                if answer.code == 429:
                    wait = float(answer.headers.get("Retry-After", 1))
                elif answer.code >= 500:
                    wait = 0.5 * 2 ** (attempt - 1)
                else:
                    raise ServiceError(answer.code, error) from None
                if attempt == self.attempts:
                    raise ServiceError(answer.code, error) from None
            except (OSError, http.client.HTTPException, ValueError) as broken:  # no answer, or half of one
                wait = 0.5 * 2 ** (attempt - 1)
                if attempt == self.attempts:
                    raise broken
            self.sleep(wait)

    def _ask(self, method, path, body):
        headers = {"X-API-KEY": self.key}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with _open(request, timeout=30) as answer:
            return json.load(answer)
