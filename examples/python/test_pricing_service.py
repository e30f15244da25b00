"""python3 -m unittest discover examples/python"""

import unittest

from pricing_mock import MockServer
from pricing_service import PricingService, ServiceError


def setUpModule():
    global server
    server = MockServer("--data", "empty", "--audit")
    unittest.addModuleCleanup(server.close)


class PricingServiceTest(unittest.TestCase):
    def setUp(self):
        # A key of its own for each test, so a world of its own, in which the client waits without waiting.
        self.world = server.world(f"test_{self._testMethodName}")
        self.service = PricingService(server.url, self.world.key, sleep=self.world.advance)

    def test_all_pages_are_read(self):
        for number in range(45):
            self.world.create_listing(sku=f"MUG-{number}")
        self.assertEqual(len(list(self.service.listings())), 45)
        self.assertEqual(self.world.count(method="GET", path="/v1/listings"), 3)

    def test_a_bound_is_set(self):
        listing = self.world.create_listing(minPrice=5, maxPrice=9)
        self.service.set_price(listing["id"], minPrice=6)
        self.assertEqual(self.world.listing(listing["id"])["minPrice"], 6)
        verified = self.world.verify({"method": "PATCH", "body": {"minPrice": 6}}, exactly=1)
        self.assertTrue(verified["verified"], verified["requests"])

    def test_a_refused_request_waits_as_retry_after_asks(self):
        self.world.freeze()
        before = self.world.call("GET", "/clock")["now"]
        for _ in range(6):
            list(self.service.listings())
        self.assertEqual(self.world.count(status=429), 1)
        self.assertEqual(self.world.call("GET", "/clock")["now"] - before, 1000)
        self.assertEqual(self.world.findings(), {"429": 1})

    def test_it_gets_over_a_service_that_is_down(self):
        listing = self.world.create_listing(minPrice=5, maxPrice=9)
        for kind in ["status=503", "reset", "lost-reply", "truncate", "malformed"]:
            with self.subTest(kind):
                self.world.add_fault(kind, match={"method": "PATCH"}, times=2)
                self.assertEqual(self.service.set_price(listing["id"], minPrice=6)["minPrice"], 6)

    def test_what_is_refused_for_good_is_not_sent_again(self):
        listing = self.world.create_listing(minPrice=5, maxPrice=9)
        with self.assertRaises(ServiceError) as caught:
            self.service.set_price(listing["id"], minPrice=10)
        self.assertEqual((caught.exception.status, caught.exception.param), (400, "minPrice"))
        self.assertEqual(self.world.count(), 1)
        self.assertEqual(self.world.findings(), {"min-above-max": 1})


if __name__ == "__main__":
    unittest.main()
