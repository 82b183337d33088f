# SPDX-License-Identifier: Apache-2.0
"""Usage in both shapes, history, credits, accounts, plans."""
import datetime
import unittest

from harness import JOB, RESUME, Conversation

TODAY = datetime.datetime.now(datetime.timezone.utc).date()


class Usage(Conversation):
    def test_plan_shape(self):
        c = self.server.account("plan", "--plan", "beginner", "--allowance", "50")
        usage = c.get("/v1/usage").json
        self.assertEqual(usage["credit_balance"], {"total": 50, "remaining": 50})
        self.assertEqual(usage["billing_cycle"]["plan"], "beginner")
        self.assertEqual(usage["billing_cycle"]["monthly_allowance"], 50)
        self.assertGreater(usage["billing_cycle"]["reset_date"], TODAY.isoformat())
        self.assertEqual(usage["current_month"],
                         {"api_calls": 0, "credits_consumed": 0, "average_per_parse": 0, "success_rate": 0})
        c.end(c.text())
        c.end(c.text(config={"parse": {"model_tier": "standard"}}))
        failed = c.end(c.upload([("file", "r.pdf", b"%PDF-1.4 broken")]))
        self.assertEqual(failed["status"], "failed")
        usage = c.get("/v1/usage").json
        self.assertEqual(usage["credit_balance"]["total"], 46)
        self.assertEqual(usage["current_month"], {"api_calls": 3, "credits_consumed": 4, "average_per_parse": 1.3,
                                                  "success_rate": 66.7})

    def test_packs_shape(self):
        c = self.server.account("packs", "--billing", "packs", "--welcome", "5")
        soon, later = (TODAY + datetime.timedelta(days=d) for d in (10, 20))
        self.server.command("credits", "promo", "packs", "7", "--expires", later.isoformat())
        self.server.command("credits", "purchase", "packs", "100")
        self.server.command("credits", "promo", "packs", "2", "--expires", soon.isoformat())
        usage = c.get("/v1/usage").json
        self.assertEqual(usage["credit_balance"], {"total": 114, "welcome": 5, "regular": 100, "promo": 9})
        self.assertEqual(usage["next_expiration"], {"date": soon.isoformat(), "amount": 2, "type": "promo"})
        done = c.end(c.text(config={"parse": {"model_tier": "standard"}}))
        self.assertEqual(done["remaining_balance"], 111)
        usage = c.get("/v1/usage").json
        self.assertEqual(usage["credit_balance"]["promo"], 6)
        self.assertEqual(usage["next_expiration"], {"date": later.isoformat(), "amount": 6, "type": "promo"})
        kinds = {line.split()[1] for line in self.server.command("credits", "list", "packs").splitlines()[:-1]}
        self.assertEqual(kinds, {"grant", "promo", "purchase", "reserve", "release", "consume"})

    def test_nothing_expires(self):
        c = self.server.account("eternal", "--billing", "packs", "--welcome", "5")
        self.assertIsNone(c.get("/v1/usage").json["next_expiration"])

    def test_insufficient_credits_charge_nothing(self):
        c = self.server.account("low", "--billing", "packs", "--welcome", "2")
        self.problem(c.text(config={"parse": {"model_tier": "standard"}}), 402, "insufficient_credits")
        self.assertEqual(c.get("/v1/usage").json["credit_balance"]["total"], 2)
        self.assertEqual(c.text().status, 202)

    def test_inactive_subscription(self):
        c = self.server.account("idle", "--allowance", "50")
        self.server.command("account", "set", "idle", "--active", "no")
        import time
        time.sleep(1.2)  # keys are remembered for a second
        self.problem(c.text(), 402, "subscription_inactive")
        self.server.command("account", "set", "idle", "--active", "yes")
        time.sleep(1.2)
        self.assertEqual(c.text().status, 202)

    def test_balance_shown_is_reduced_at_create(self):
        c = self.server.account("reserve", "--allowance", "50")
        reply = c.text(config={"parse": {"model_tier": "premium"}})
        self.assertEqual((reply.json["estimated_credits"], reply.json["remaining_balance"]), (4, 46))
        self.assertEqual(c.end(reply)["remaining_balance"], 46)

    def test_check_failed_pays_for_what_ran(self):
        c = self.server.account("checked", "--allowance", "50")
        done = c.end(c.text("short", config={"parse": {"model_tier": "premium"}}))
        self.assertEqual((done["credits_consumed"], done["remaining_balance"]), (1, 49))

    def test_history(self):
        c = self.server.account("history", "--allowance", "50")
        self.assertEqual(c.get("/v1/usage/history").json,
                         {"history": [], "pagination": {"total": 0, "limit": 20, "offset": 0}})
        c.end(c.text())
        c.end(c.text(config={"parse": {"model_tier": "standard"}}))
        page = c.get("/v1/usage/history").json
        self.assertEqual(page["history"], [{"date": TODAY.isoformat(), "parse_count": 2, "credits_consumed": 4,
                                            "breakdown": {"basic": 1, "standard": 1}}])
        self.assertEqual(page["pagination"], {"total": 1, "limit": 20, "offset": 0})

    def test_history_without_breakdown(self):
        c = self.server.account("plain", "--allowance", "50")
        c.end(c.text("short"))
        self.assertNotIn("breakdown", c.get("/v1/usage/history").json["history"][0])

    def test_history_range_and_paging(self):
        c = self.server.account("range", "--allowance", "50")
        c.end(c.text())
        day, before, after = (str(TODAY + datetime.timedelta(days=d)) for d in (0, -1, 1))
        for query, n in ((f"start_date={day}&end_date={day}", 1), (f"start_date={after}", 0), (f"end_date={before}", 0),
                         (f"start_date={before}&end_date={after}", 1), ("offset=1", 0), ("limit=100&offset=0", 1)):
            with self.subTest(query):
                self.assertEqual(len(c.get("/v1/usage/history?" + query).json["history"]), n)
        page = c.get("/v1/usage/history?offset=1&limit=7").json["pagination"]
        self.assertEqual(page, {"total": 1, "limit": 7, "offset": 1})

    def test_history_faults(self):
        for query, want in (("limit=0", ["/limit"]), ("limit=101", ["/limit"]), ("limit=x", ["/limit"]),
                            ("offset=-1", ["/offset"]), ("start_date=2026-13-01", ["/start_date"]),
                            ("end_date=yesterday&limit=0", ["/end_date", "/limit"]),
                            ("start_date=2026-02-02&end_date=2026-02-01", ["/start_date"])):
            with self.subTest(query):
                reply = self.client.get("/v1/usage/history?" + query)
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), want)

    def test_accounts_are_apart(self):
        a = self.server.account("apart-a", "--allowance", "10")
        b = self.server.account("apart-b", "--allowance", "10")
        a.end(a.text())
        self.assertEqual(b.get("/v1/usage").json["current_month"]["api_calls"], 0)
        self.assertEqual(b.get("/v1/usage/history").json["history"], [])

    def test_test_keys_are_never_charged(self):
        c = self.server.account("tester", "--allowance", "10")
        t = c.with_key(self.server.command("key", "create", "--account", "tester", "--test"))
        self.assertTrue(t.key.startswith("vt_test_"))
        done = t.end(t.text())
        self.assertEqual((done["credits_consumed"], done["remaining_balance"]), (0, 10))
        self.assertEqual(c.get("/v1/usage").json["current_month"]["api_calls"], 0)


if __name__ == "__main__":
    unittest.main()
