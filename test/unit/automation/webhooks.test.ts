import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  disabledBy,
  healthAfter,
  HEALTHY,
  isProbed,
  MOST_ATTEMPTS,
  nextTry,
  type Health,
  type Outcome,
} from "../../../src/automation/webhooks/core/next-try";
import { maskTarget } from "../../../src/automation/webhooks/core/mask-target";
import { refuseTarget } from "../../../src/automation/webhooks/core/refuse-target";
import { newSigningSecret, signedHeaders } from "../../../src/automation/webhooks/core/signature";
import { stoppedCrawlers, type DayVisits } from "../../../src/analytics/core/stopped-crawlers";
import { newSpoofing } from "../../../src/automation/webhooks/core/visit-events";
import { webhookBody } from "../../../src/automation/webhooks/core/webhook-body";
import { EVENT_NAMES, EVENT_TYPES } from "../../../src/events/event-types";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-21T10:00:00Z");

describe("a signature", () => {
  it("is the one of the standard's own test vector", async () => {
    const headers = await signedHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      body: '{"test": 2432232314}',
      now: 1_614_265_330_000,
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("is accepted by the standard's library, with the new secret and the one before, and by no other", async () => {
    const [secret, before, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
    const body = webhookBody({ type: "test.ping", at: NOW, data: '{"domain":null,"message":"ü ✓"}' }, "standard");
    const headers = await signedHeaders([secret, before], { id: "evt_1", body, now: Date.now() });
    for (const known of [secret, before])
      expect(new Webhook(known).verify(body, headers)).toEqual({
        type: "test.ping",
        timestamp: "2026-11-21T10:00:00.000Z",
        data: { domain: null, message: "ü ✓" },
      });
    expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature found");
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature found");
    expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "evt_2" })).toThrow(
      "No matching signature",
    );
  });

  it("has a secret of 32 random bytes", () => {
    expect(newSigningSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSigningSecret()).not.toBe(newSigningSecret());
  });
});

describe("the table of events", () => {
  it.each(EVENT_NAMES)("has an example of %s that fits its schema, and a text", (name) => {
    const { data, example, title, description } = EVENT_TYPES[name];
    expect(data.parse(example)).toEqual(example);
    for (const text of [title, description]) expect(text.length).toBeGreaterThan(5);
    const slack = JSON.parse(webhookBody({ type: name, at: NOW, data: JSON.stringify(example) }, "slack"));
    expect(Object.keys(slack)).toEqual(["text"]);
    expect(slack.text.length).toBeGreaterThan(10);
  });

  it("gives Slack no markup from a stranger's path", () => {
    const data = { ...EVENT_TYPES["pages.unreadable"].example, total: 1 };
    data.pages = [{ path: "/<!channel>&<https://evil.example|here>", because: "http_5xx" }];
    const { text } = JSON.parse(
      webhookBody({ type: "pages.unreadable", at: NOW, data: JSON.stringify(data) }, "slack"),
    );
    expect(text).toContain("/&lt;!channel&gt;&amp;&lt;https://evil.example|here&gt;");
    expect(text).not.toMatch(/[<>]/);
  });

  it("sends an event of another release by its type", () => {
    expect(webhookBody({ type: "of.later", at: NOW, data: "{}" }, "slack")).toBe('{"text":"of.later"}');
  });
});

describe("the next attempt", () => {
  const spread = (random: number) => {
    const giveUpAt = NOW + 24 * HOUR;
    const at = [NOW];
    for (let attempts = 1; ; attempts++) {
      const next = nextTry({ attempts, giveUpAt }, null, at.at(-1)!, random);
      if (next === null) return at.map((each) => each - NOW);
      at.push(next);
    }
  };

  it("comes after growing waits, eight times in about a day", () => {
    for (const random of [0, 0.5, 0.999]) {
      const at = spread(random);
      expect(at.length).toBeGreaterThanOrEqual(MOST_ATTEMPTS - 1);
      expect(at.length).toBeLessThanOrEqual(MOST_ATTEMPTS);
      expect(at[1]).toBeLessThan(10_000);
      expect(at.at(-1)).toBeGreaterThan(18 * HOUR);
      expect(at.at(-1)).toBeLessThanOrEqual(24 * HOUR);
    }
    expect(spread(0.5)).toHaveLength(MOST_ATTEMPTS);
  });

  it("waits as long as the response requests, within bounds", () => {
    const failed = { attempts: 1, giveUpAt: NOW + 24 * HOUR };
    expect(nextTry(failed, HOUR, NOW, 0.5)).toBe(NOW + HOUR);
    expect(nextTry(failed, 1_000, NOW, 0.5)).toBe(NOW + 5_000);
    expect(nextTry(failed, 999 * HOUR, NOW, 0.5)).toBe(NOW + 6 * HOUR);
    expect(nextTry({ attempts: 4, giveUpAt: NOW + HOUR }, null, NOW, 0.5)).toBe(NOW + HOUR);
    expect(nextTry({ attempts: 4, giveUpAt: NOW }, null, NOW, 0.5)).toBeNull();
  });
});

describe("an endpoint's health", () => {
  const failure: Outcome = { status: 500, error: "HTTP 500", retryAfterMs: null, answer: "", durationMs: 1 };
  const after = (times: number, outcome: Partial<Outcome> = {}, from: Health = HEALTHY) =>
    Array.from({ length: times }).reduce<Health>(
      (health) => healthAfter(health, { ...failure, ...outcome }, NOW),
      from,
    );

  it("tries a dead endpoint with one delivery at a time, less and less often", () => {
    expect([isProbed(after(4)), after(4).restUntil]).toEqual([false, NOW]);
    expect([isProbed(after(5)), after(5).restUntil]).toEqual([true, NOW + 5_000]);
    expect(after(7).restUntil).toBe(NOW + 20_000);
    expect(after(500).restUntil).toBe(NOW + 300_000);
    expect(healthAfter(after(500), { ...failure, error: null }, NOW)).toEqual(HEALTHY);
  });

  it("pauses all deliveries if the endpoint requests a pause, for an hour at most", () => {
    expect(after(1, { status: 429, retryAfterMs: 60_000 }).restUntil).toBe(NOW + 60_000);
    expect(after(1, { status: 503, retryAfterMs: 99 * HOUR }).restUntil).toBe(NOW + HOUR);
    expect(after(1, { status: 500, retryAfterMs: 60_000 }).restUntil).toBe(NOW);
  });

  it("turns an endpoint off that is gone, or dead for three days", () => {
    expect(disabledBy(after(1), 410, NOW)).toBe("gone");
    expect(disabledBy(after(500), 404, NOW)).toBeNull();
    expect(disabledBy(after(500), null, NOW + 71 * HOUR)).toBeNull();
    expect(disabledBy(after(500), null, NOW + 72 * HOUR)).toBe("failing");
    expect(disabledBy(after(9), null, NOW + 99 * HOUR)).toBeNull();
    expect(disabledBy(HEALTHY, 200, NOW + 99 * HOUR)).toBeNull();
  });
});

describe("a target", () => {
  const strict = { allowPrivateHosts: false, ownHosts: new Set(["api.crawlready.dev"]) };
  it.each([
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "nonsense",
    "https://user:pw@hooks.example.com/",
    "https://hooks.example.com:8443/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://10.1.2.3/",
    "https://printer.local/",
    "https://db.internal./",
    "https://api.crawlready.dev/api/webhooks",
    "https://API.crawlready.dev./",
    "https://api.crawlready.dev../",
    "https://localhost../",
    "https://printer.local.../",
    "https://hooks..example.com/",
  ])("%s is refused", (url) => {
    expect(refuseTarget(url, strict)).toMatch(/^must /);
  });

  it("is refused if it is too long", () => {
    expect(refuseTarget(`https://hooks.example.com/${"x".repeat(2_048)}`, strict)).toMatch(/^must /);
  });

  it("may be any public host by https, and locally any but our own", () => {
    expect(refuseTarget("https://hooks.slack.com/services/T0/B0/x", strict)).toBeNull();
    const local = { allowPrivateHosts: true, ownHosts: new Set(["127.0.0.1:8787"]) };
    expect(refuseTarget("http://127.0.0.1:9000/", local)).toBeNull();
    for (const own of [
      "127.0.0.1",
      "[::1]",
      "0",
      "localhost.",
      "a.localhost",
      "127.9.9.9",
      "[::ffff:127.0.0.1]",
      "[::]",
    ]) {
      expect(refuseTarget(`http://${own}:8787/`, local), own).toMatch("this service");
      expect(refuseTarget(`http://${own}:9000/`, local), own).toBeNull();
    }
    expect(refuseTarget("http://127.0.0.1..:8787/", local)).toMatch(/^must /);
  });
});

describe("a receiver's answer", () => {
  const target = "https://hooks.slack.com/services/T0/B0/XXX%20yy?key=a%2Fb&z=1";
  it.each([
    ["Cannot POST /services/T0/B0/XXX%20yy", "Cannot POST […]"],
    ["Cannot POST /services/T0/B0/XXX yy?key=a%2Fb&amp;z=1", "Cannot POST […]"],
    [`{"to":"https:\\/\\/hooks.slack.com\\/services\\/T0\\/B0\\/XXX%20yy?key=a%2Fb&z=1"}`, '{"to":"[…]"}'],
    [`back=${encodeURIComponent("/services/T0/B0/XXX yy")}.`, "back=[…]."],
    ["%2fSERVICES%2fT0%2fB0%2fXXX%20yy", "[…]"],
    ["no key=a/b&z=1 here", "no […] here"],
    ["it was cut: /services/T0/B0/X", "it was cut: […]"],
    ["thank you", "thank you"],
  ])("is stored without the path of the URL: %s", (answer, kept) => {
    expect(maskTarget(answer, target)).toBe(kept);
  });

  it("is stored without a long part of the path, and unchanged if the URL has none", () => {
    const long = "https://hooks.example.com/in/0123456789abcdef";
    expect(maskTarget("unknown token 0123456789ABCDEF!", long)).toBe("unknown token […]!");
    expect(maskTarget("POST / at hooks.example.com", "https://hooks.example.com/")).toBe("POST / at hooks.example.com");
  });
});

describe("visits", () => {
  const TODAY = 20_000;
  const days = (from: number, to: number, every = 1, spoofed = false): DayVisits[] =>
    Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, i) => ({
      day: TODAY + from + i * every,
      provider: "openai",
      kind: "llm-search",
      visits: 10,
      spoofed,
    }));
  const stopped = (rows: DayVisits[]) => stoppedCrawlers(rows, TODAY).map(({ daysSilent }) => daysSilent);

  it("report a daily crawler after three whole days of silence, not before, and today does not count", () => {
    expect(stopped(days(-40, -3))).toEqual([]);
    expect(stoppedCrawlers(days(-40, -4), TODAY)).toEqual([
      {
        provider: "openai",
        kind: "llm-search",
        lastDay: TODAY - 4,
        daysSilent: 3,
        daysBefore: 28,
        visitsPerDay: 10,
      },
    ]);
    expect(stopped([...days(-40, -4), ...days(0, 0)])).toEqual([]);
  });

  it("report one with gaps only after three times its longest gap", () => {
    // Every day, and once five days without a visit.
    const rows = days(-40, -16).concat(days(-10, -10));
    expect(stopped(days(-34, -4, 2))).toEqual([3]);
    expect(stopped(rows)).toEqual([]);
    expect(stoppedCrawlers(rows, TODAY + 6).map(({ daysSilent }) => daysSilent)).toEqual([15]);
  });

  it("report nothing about rare, long gone or spoofed crawlers", () => {
    expect(stopped(days(-40, -5, 7))).toEqual([]);
    expect(stopped(days(-60, -23))).toEqual([]);
    expect(stopped(days(-40, -4, 1, true))).toEqual([]);
    expect(stoppedCrawlers([], TODAY)).toEqual([]);
  });

  it("report the same for a stop on each day, so that it is announced once", () => {
    const seen = [0, 1, 9].map((later) => stoppedCrawlers(days(-40, -4), TODAY + later)[0]!.lastDay);
    expect(new Set(seen).size).toBe(1);
  });

  it("report impostors after a quiet week, once", () => {
    const told = (rows: DayVisits[], today = TODAY) => newSpoofing(rows, today).map(({ day }) => day - TODAY);
    expect(told(days(0, 0, 1, true))).toEqual([0]);
    expect(told(days(-1, 0, 1, true))).toEqual([-1]);
    expect(told(days(-2, 0, 1, true))).toEqual([]);
    expect(told([...days(-7, -7, 1, true), ...days(0, 0, 1, true)])).toEqual([]);
    expect(told([...days(-8, -8, 1, true), ...days(0, 0, 1, true)])).toEqual([0]);
    expect(told(days(-5, 0))).toEqual([]);
  });
});
