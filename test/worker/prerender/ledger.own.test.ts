import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { DAY_MS, HOUR_MS, startOfUtcDay, utcDay } from "../../../src/lib/time/time";
import { forgetSnapshots } from "../../../src/prerender";
import { verifyLedger } from "../../../src/prerender/core/verify-ledger";
import { api, env } from "../support/api.ts";
import { cache, indexOf } from "../support/cache.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

describe("the ledger of what was served", () => {
  it("has what renders brought and whom it was given, once, and goes with the domain", async () => {
    const { account, domain, id } = await newVisits("ledger.example");
    const today = startOfUtcDay(Date.now());
    const yesterday = today - DAY_MS;
    const served = { text: "t", shown: "s", alike: [98, 95] as const };
    const about = { title: "", description: "", canonical: "", content: "c", served };
    const page = (at: number, etag: string) => ({ createdAt: at, etag: `"${etag}"`, about });
    await cache(domain, "/a", "<p>a</p>", page(yesterday + HOUR_MS, "one"));
    await cache(domain, "/a", "<p>a</p>", page(yesterday + 2 * HOUR_MS, "one"));
    await cache(domain, "/a", "<p>b</p>", page(yesterday + 3 * HOUR_MS, "two"));
    await cache(domain, "/b", "<p>b</p>", page(today + 1, "later"));
    const event = visitOfBot(id, { path: "/a", at: yesterday + 5 * HOUR_MS, reported: true, times: 4 });
    await addVisits(env, [{ event, verdict: "verified" }], Date.now());
    const index = await indexOf(domain);
    await index.closeEndedDays(today + HOUR_MS);
    expect(await index.ledgerSpan(), "two hours after its end a day is closed").toMatchObject({ days: 0 });
    const { readLedger } = api(account.auth);
    const read = () => readLedger({ query: { domain, path: "/a" } });
    await Promise.all([1, 2].map(() => index.closeEndedDays(today + 3 * HOUR_MS)));
    await index.closeEndedDays(today + 3 * HOUR_MS);
    const day = utcDay(yesterday);
    expect(await read()).toEqual({
      domain,
      path: "/a",
      days: 1,
      first: day,
      last: day,
      served: [
        {
          day,
          signed: false,
          visits: [{ crawler: "GPTBot", visits: 4 }],
          entries: [
            {
              screen: "desktop",
              status: 200,
              at: yesterday + HOUR_MS,
              last: yesterday + 2 * HOUR_MS,
              renders: 2,
              body: "one",
              text: "t",
              shown: "s",
              alike: { given: 98, shown: 95 },
            },
            {
              screen: "desktop",
              status: 200,
              at: yesterday + 3 * HOUR_MS,
              last: yesterday + 3 * HOUR_MS,
              renders: 1,
              body: "two",
              text: "t",
              shown: "s",
              alike: { given: 98, shown: 95 },
            },
          ],
        },
      ],
    });
    await index.closeEndedDays(today + DAY_MS + 3 * HOUR_MS);
    const answer = await exports.default.fetch(`http://api.test/api/prerender/ledger/export?domain=${domain}`, {
      headers: account.auth,
    });
    const lines = (await answer.text()).split("\n");
    const verdict = await verifyLedger(lines, null);
    expect(verdict).toMatchObject({ domain, days: 2, first: day, last: utcDay(today), signed: 0, problems: [] });
    await forgetSnapshots(env, id, Date.now());
    expect(await index.ledgerSpan()).toMatchObject({ days: 0 });
  });

  it("has the days that ended as soon as somebody reads it", async () => {
    const { account, domain, id } = await newVisits("ledger-read.example");
    // Long enough ago for any hour of the day.
    const ended = startOfUtcDay(Date.now() - 2 * HOUR_MS) - DAY_MS;
    const event = visitOfBot(id, { path: "/a", at: ended + HOUR_MS, reported: true });
    await addVisits(env, [{ event, verdict: "verified" }], Date.now());
    const ledger = await api(account.auth).readLedger({ query: { domain, path: "/a" } });
    expect(ledger).toMatchObject({ days: 1, first: utcDay(ended), served: [{ visits: [{ crawler: "GPTBot" }] }] });
  });
});
