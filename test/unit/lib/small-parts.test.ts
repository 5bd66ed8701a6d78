import { afterEach, describe, expect, it, vi } from "vitest";
import { isShortToken } from "../../../src/lib/crypto/admin-token";
import { avalanche53, hash53, secretNumber, sha256Base64Url, sha256Hex } from "../../../src/lib/crypto/hash";
import { isNotFound } from "../../../src/lib/hosts/not-found";
import { hashText } from "../../../src/lib/numbers/hash-text";
import { HashTable } from "../../../src/lib/numbers/hash-table";
import { median } from "../../../src/lib/numbers/median";
import { MinHeap } from "../../../src/lib/numbers/min-heap";
import { round1, round2 } from "../../../src/lib/numbers/round";
import { NUMBER, numbersIn, readNumber, SPACED } from "../../../src/lib/numbers/written-number";
import { noteReason, reasonOf } from "../../../src/lib/platform/failed-message";
import { fitting } from "../../../src/lib/platform/fitting";
import { readMessage } from "../../../src/lib/platform/read-message";
import { sendAll } from "../../../src/lib/platform/send-all";
import { deadLetterQueueOf, isLastAttempt, knownQueue, sourcesOf, unknownQueues } from "../../../src/lib/queue-names";
import { Alarm } from "../../../src/lib/time/alarm";
import { backoffSeconds, retryAfterMs, retryAfterSeconds } from "../../../src/lib/time/backoff";
import { withDeadline } from "../../../src/lib/time/deadline";
import {
  firstUtcDay,
  lastUtcDays,
  parseUtcDay,
  startOfUtcDay,
  startOfUtcMonth,
  utcMonth,
} from "../../../src/lib/time/time";
import * as z from "zod";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("hashes", () => {
  it("are the same in every release, because they are stored", async () => {
    expect([hash53(""), hash53("a"), hash53("https://example.com/é😀")]).toEqual([
      3338908027751811, 7929297801672961, 6052198127822213,
    ]);
    expect([avalanche53(0, 0), avalanche53(1, 2)]).toEqual([0, 8528838691558913]);
    expect([hashText(""), hashText("a"), hashText("pool-1 d")]).toEqual([2872998923, 444641715, 3391750584]);
    expect(await sha256Hex(Uint8Array.of(97, 98, 99))).toBe(await sha256Hex("abc"));
    // RFC 7636, appendix B.
    expect(await sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
    expect(await secretNumber("secret", "purpose", "owner")).toBe(
      "1e82254a2ce543cc0d9ea274f1aeadc20909e7adc7fd50af6fbead1fc1c38db5",
    );
  });

  it("are kept in a table, also of keys that are the same but for a high bit", () => {
    const table = new HashTable();
    for (let i = 0; i < 5_000; i++) table.set(2 ** 32 * i + 7, i);
    for (let i = 0; i < 5_000; i++) table.add(2 ** 32 * i + 7);
    expect([table.size, table.get(7), table.get(2 ** 32 * 4_999 + 7), table.get(8)]).toEqual([5_000, 1, 5_000, -1]);
    table.set(7, 2 ** 32 - 1);
    expect([table.size, table.get(7)]).toEqual([5_000, 2 ** 32 - 1]);
    const small = new HashTable();
    small.set(1, 0);
    small.clear();
    expect([small.size, small.get(1)]).toEqual([0, -1]);
  });
});

describe("numbers", () => {
  it("have a middle, a lowest one and few decimals", () => {
    expect([median([10, 9, 1]), median([4, 1, 10, 2]), median([7])]).toEqual([9, 3, 7]);
    expect([round1(1.25), round1(-1.25), round1(1.04), round2(1.005), round2(2.675), round2(1.234)]).toEqual([
      1.3, -1.2, 1, 1, 2.68, 1.23,
    ]);
    const heap = new MinHeap();
    expect([heap.pop(), heap.lowest]).toEqual([undefined, undefined]);
    const numbers = [5, 3, 8, 1, 9, 2, 7, 3, 6, 4, 0, 5];
    for (const number of numbers) heap.push(number);
    expect(heap.lowest).toBe(0);
    const taken = numbers.map(() => heap.pop());
    expect([taken, heap.pop(), heap.lowest]).toEqual([numbers.toSorted((a, b) => a - b), undefined, undefined]);
  });

  it.each([
    ["12", 12],
    ["1.299,00", 1_299],
    ["1,299.50", 1_299.5],
    ["1'299", 1_299],
    ["1 299,5", 1_299.5],
    ["1.299", 1_299],
    ["1,299", 1_299],
    ["0.299", 0.299],
    ["0,5", 0.5],
    ["1.299.000", 1_299_000],
    ["1,299,000", 1_299_000],
    ["1.299,000", 1_299],
    ["1.2345", null],
    [".299", 299],
  ])("%s is read as %s", (text, value) => expect(readNumber(text)).toBe(value));

  it.each([
    ["1.299,00", "1.299,00", "1.299,00"],
    ["5 120 GB", "5", "5 120"],
    ["1'299.5", "1'299.5", "1'299.5"],
    ["12345678901", "345678901", "345678901"],
    ["1,2345", "1,2345", "1,2345"],
    ["1.29", "1.29", "1.29"],
    ["none", undefined, undefined],
  ])("in %j are found as %j, before a sign as %j", (text, plain, spaced) => {
    expect([new RegExp(NUMBER).exec(text)?.[0], new RegExp(SPACED).exec(text)?.[0]]).toEqual([plain, spaced]);
  });

  it("in a text are all found, in each of their readings", () => {
    expect([...numbersIn("1.299,00 € or 7, not 1,2345")]).toEqual(["1299", "129900", "7", "12345"]);
    expect(numbersIn("none").size).toBe(0);
  });
});

describe("messages", () => {
  const message = (body: unknown) => ({ id: "m", attempts: 2, body, retry: vi.fn() });
  it("that can't be read are retried in a minute, with the reason", () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const unread = message({ id: 1 });
    expect(readMessage(z.object({ id: z.string() }), "crawl", unread as unknown as Message)).toBeNull();
    expect([unread.retry.mock.calls, reasonOf(unread as unknown as Message)]).toEqual([
      [[{ delaySeconds: 60 }]],
      "its kind or version is unknown to this release",
    ]);
    expect(JSON.parse(error.mock.calls[0]![0] as string)).toEqual({
      event: "message_unreadable",
      queue: "crawl",
      id: "m",
      attempts: 2,
    });
    const other = message(1) as unknown as Message;
    expect(reasonOf(other)).toBeUndefined();
    noteReason(other, new Error("late"));
    expect(reasonOf(other)).toBe("Error: late");
  });

  it("are sent in time, and as many as fit together", async () => {
    const sendBatch = vi.fn(async () => {});
    await sendAll({ sendBatch } as never, ["a"]);
    await sendAll({ sendBatch } as never, ["b"], 5);
    expect(sendBatch.mock.calls).toEqual([[[{ body: "a" }]], [[{ body: "b", delaySeconds: 5 }]]]);
    const items = [5, 3, 2, 9].map((bytes) => ({ bytes }));
    expect([19, 18, 10, 9, 4, 0].map((most) => fitting(items, most).length)).toEqual([4, 3, 3, 2, 1, 1]);
    expect(fitting([], 9)).toEqual([]);
  });

  it("end in the dead letters of their queue, whatever the service's names begin with", () => {
    expect([isLastAttempt("crawlready-crawl", 2), isLastAttempt("crawlready-crawl", 3)]).toEqual([false, true]);
    expect([50, 51].map((attempts) => isLastAttempt("crawlready-prompts-chatgpt", attempts))).toEqual([false, true]);
    expect(isLastAttempt("crawlready-crawl-dlq", 1e9)).toBe(false);
    expect([deadLetterQueueOf("crawlready-crawl"), deadLetterQueueOf("crawlready-prompts-surfaces")]).toEqual([
      "crawlready-crawl-dlq",
      "crawlready-prompts-dlq",
    ]);
    expect([sourcesOf("crawlready-crawl-dlq"), sourcesOf("none")]).toEqual([["CRAWL_QUEUE"], []]);
    expect(sourcesOf("crawlready-prompts-dlq").toSorted()).toEqual([
      "CHATGPT_QUEUE",
      "CLAUDE_QUEUE",
      "GEMINI_QUEUE",
      "PERPLEXITY_QUEUE",
      "SURFACES_QUEUE",
    ]);
    expect([knownQueue("staging-crawl"), knownQueue("staging-crawl-dlq"), knownQueue("crawl")]).toEqual([
      "crawlready-crawl",
      "crawlready-crawl-dlq",
      null,
    ]);
    expect(unknownQueues(["x-render", "render", "x"])).toEqual(["render", "x"]);
  });
});

describe("time", () => {
  const NOW = Date.parse("2026-11-21T10:00:00Z");
  it.each([
    [1, 0.999, {}, 5],
    [0, 0.999, {}, 5],
    [3, 0.999, {}, 20],
    [3, 0.5, {}, 10],
    [3, 0, {}, 0],
    [30, 0.9999, {}, 3_600],
    [2, 0.999, { baseSeconds: 10, maxSeconds: 15 }, 15],
    [1, 0.5, { retryAfterSeconds: 2.5 }, 3],
    [1, 0.999, { retryAfterSeconds: 2 }, 5],
    [1, 0.5, { retryAfterSeconds: 90_000 }, 86_400],
  ])("to wait after attempt %i, by chance %d, with %o, is %i s", (attempt, random, options, seconds) => {
    expect(backoffSeconds(attempt, random, options)).toBe(seconds);
  });

  it.each([
    [" 1.5 ", 1_500, 2],
    ["0", 0, 0],
    ["-5", 0, 0],
    ["86401", 86_401_000, 86_400],
    ["Sat, 21 Nov 2026 10:00:01 GMT", 1_000, 1],
    ["Sat, 21 Nov 2026 09:00:00 GMT", 0, 0],
    ["soon", null, null],
    [" ", null, null],
    [null, null, null],
  ])("that a server asks for by %j is %s ms", (header, ms, seconds) => {
    expect([retryAfterMs(header, NOW), retryAfterSeconds(header, NOW)]).toEqual([ms, seconds]);
  });

  it("has UTC days and months, also before 1970", () => {
    expect([startOfUtcDay(NOW), startOfUtcDay(-1), startOfUtcDay(0)]).toEqual([NOW - 36_000_000, -86_400_000, 0]);
    expect([startOfUtcMonth(NOW), utcMonth(NOW)]).toEqual([Date.UTC(2026, 10, 1), "2026-11"]);
    expect([firstUtcDay(NOW, 1), firstUtcDay(NOW, 21), lastUtcDays(NOW, 2)]).toEqual([
      "2026-11-21",
      "2026-11-01",
      ["2026-11-20", "2026-11-21"],
    ]);
    expect(["2026-11-21x", "x2026-11-21", "2026-02-29", "2024-02-29"].map(parseUtcDay)).toEqual([
      null,
      null,
      null,
      Date.UTC(2024, 1, 29),
    ]);
  });

  it("rings once per alarm, at the earliest of its times", async () => {
    vi.useFakeTimers({ now: NOW });
    const onDue = vi.fn();
    const alarm = new Alarm(onDue, Date.now);
    alarm.by(NOW + 100);
    alarm.by(NOW + 200);
    alarm.by(NOW + 50);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(49);
    expect(onDue).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect([onDue.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
    alarm.by(NOW);
    await vi.advanceTimersByTimeAsync(1);
    expect(onDue).toHaveBeenCalledTimes(2);
    alarm.by(NOW + 900);
    alarm.stop();
    alarm.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onDue).toHaveBeenCalledTimes(2);
  });

  it("of a promise ends, with its value or none", async () => {
    vi.useFakeTimers();
    expect(await withDeadline(Promise.resolve(1), 5)).toBe(1);
    await expect(withDeadline(Promise.reject(new Error("no")), 5)).rejects.toThrow("no");
    expect(vi.getTimerCount()).toBe(0);
    const { promise, reject } = Promise.withResolvers<number>();
    const late = withDeadline(promise, 5);
    await vi.advanceTimersByTimeAsync(5);
    expect(await late).toBeNull();
    reject(new Error("nobody listens"));
    const none = withDeadline(new Promise(() => {}), -5);
    await vi.advanceTimersByTimeAsync(0);
    expect(await none).toBeNull();
  });
});

it("a token is short below 24 characters, and a page missing with 404 and 410", () => {
  expect([isShortToken(` ${"x".repeat(23)} `), isShortToken("x".repeat(24))]).toEqual([true, false]);
  expect([404, 410, 403, 405, 409, 411, null, undefined].map(isNotFound)).toEqual([
    true,
    true,
    ...Array(6).fill(false),
  ]);
});
