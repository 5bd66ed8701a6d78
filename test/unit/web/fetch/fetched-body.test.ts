import { afterEach, describe, expect, it, vi } from "vitest";
import { joinStrings, lookupDns, lookupTxt } from "../../../../src/web/fetch/dns";
import { readBody, readTextBody, type FetchedResponse } from "../../../../src/web/fetch/guarded-fetch";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const READ_SIZE = 65_536;

/** A response whose body arrives in these parts; an error ends it. */
function bodyOf(parts: Array<string | number | Error>, isLate = false) {
  const cancel = vi.fn(async () => {});
  const readAtLeast = async (least: number, view: Uint8Array) => {
    expect([least, view.length]).toEqual([READ_SIZE, READ_SIZE]);
    const part = parts.shift();
    if (part instanceof Error) throw part;
    if (part === undefined) return { done: true, value: view.subarray(0, 0) };
    const bytes = typeof part === "number" ? new Uint8Array(part).fill(97) : new TextEncoder().encode(part);
    view.set(bytes);
    return { done: false, value: view.subarray(0, bytes.length) };
  };
  const response = { body: { getReader: () => ({ readAtLeast, cancel }) }, timedOut: () => isLate };
  return { response: response as unknown as FetchedResponse, cancel };
}

describe("a body", () => {
  const aborted = Object.assign(new Error("x"), { name: "AbortError" });
  it.each<[string, Array<string | number | Error>, number, boolean, object, Array<[number, boolean]>, number]>([
    ["short", ["abc"], 10, false, { end: "complete", bytes: 3 }, [[3, true]], 0],
    ["as long as may be", ["abc"], 3, false, { end: "complete", bytes: 3 }, [[3, true]], 0],
    ["longer by a byte", ["abcd"], 3, false, { end: "too_large", bytes: 3 }, [[3, true]], 1],
    ["empty", [], 3, false, { end: "complete", bytes: 0 }, [], 0],
    [
      "of several reads",
      [READ_SIZE, READ_SIZE, "ab"],
      200_000,
      false,
      { end: "complete", bytes: 2 * READ_SIZE + 2 },
      [
        [READ_SIZE, false],
        [READ_SIZE, false],
        [2, true],
      ],
      0,
    ],
    [
      "cut in its second read",
      [READ_SIZE, READ_SIZE],
      READ_SIZE + 5,
      false,
      { end: "too_large", bytes: READ_SIZE + 5 },
      [
        [READ_SIZE, false],
        [5, false],
      ],
      1,
    ],
    ["broken", [READ_SIZE, new Error("x")], 1e6, false, { end: "broken", bytes: READ_SIZE }, [[READ_SIZE, false]], 1],
    ["late", [new Error("x")], 1e6, true, { end: "timeout", bytes: 0 }, [], 1],
    ["aborted", [aborted], 1e6, false, { end: "timeout", bytes: 0 }, [], 1],
  ])("that is %s is read so far", async (_name, parts, most, isLate, expected, chunks, cancelled) => {
    const { response, cancel } = bodyOf(parts, isLate);
    const seen: Array<[number, boolean]> = [];
    expect(await readBody(response, most, (chunk, isLast) => seen.push([chunk.length, isLast]))).toEqual(expected);
    expect([seen, cancel.mock.calls.length]).toEqual([chunks, cancelled]);
  });

  it("is text with characters whole across reads, and none where there is no body", async () => {
    const { response } = bodyOf([READ_SIZE, "é€"]);
    const { text, ...rest } = await readTextBody(response, 100_000);
    expect([text.length, text.slice(-3), rest]).toEqual([
      READ_SIZE + 2,
      "aé€",
      { end: "complete", bytes: READ_SIZE + 5 },
    ]);
    expect(await readTextBody(bodyOf(["é"]).response, 1)).toEqual({ text: "�", end: "too_large", bytes: 1 });
    const none = { body: null } as FetchedResponse;
    expect(await readTextBody(none, 9)).toEqual({ text: "", end: "complete", bytes: 0 });
  });
});

describe("a DNS lookup", () => {
  const resolver = new URL("https://dns.example/dns-query?ct=x");
  /** What a resolver's answer becomes. Its body is read as a Worker reads it. */
  const lookUp = async (status: number, text: string) => {
    const { response } = bodyOf([text]);
    const sent: string[] = [];
    vi.stubGlobal("fetch", async (address: URL, { headers }: { headers: Record<string, string> }) => {
      sent.push(address.href, headers["accept"]!);
      const body = Object.assign(response.body!, { cancel: async () => {} });
      return { status, headers: new Headers(), body };
    });
    return { lookup: await lookupDns("shop.example", "AAAA", resolver, false), sent };
  };

  it("asks the resolver for one type, and takes the records of that type", async () => {
    const answer = {
      Status: 0,
      Answer: [
        { type: 5, data: "alias" },
        { type: 28, data: "2001::1" },
      ],
    };
    expect(await lookUp(200, JSON.stringify(answer))).toEqual({
      lookup: { ok: true, values: ["2001::1"] },
      sent: ["https://dns.example/dns-query?ct=x&name=shop.example&type=AAAA", "application/dns-json"],
    });
  });

  it.each([
    [200, '{"Status":3}', { ok: true, values: [] }],
    [200, '{"Status":0}', { ok: true, values: [] }],
    [200, '{"Status":2}', { ok: false, by: "name", detail: "the DNS lookup failed with code 2" }],
    [200, "no JSON", { ok: false, by: "name", detail: "the DNS resolver's response is not readable" }],
    [404, "", { ok: false, by: "name", detail: "the DNS resolver answered 404" }],
    [429, "", { ok: false, by: "resolver", detail: "the DNS resolver answered 429" }],
    [499, "", { ok: false, by: "name", detail: "the DNS resolver answered 499" }],
    [500, "", { ok: false, by: "resolver", detail: "the DNS resolver answered 500" }],
  ])("answered with %i and %s", async (status, body, expected) => {
    expect((await lookUp(status, body)).lookup).toEqual(expected);
  });

  it("that takes too long is the name's fault, and one without a connection the resolver's", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (_: URL, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal!.addEventListener("abort", () => reject(new Error("aborted")))),
    );
    const late = lookupDns("shop.example", "A", resolver, false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await late).toEqual({ ok: false, by: "name", detail: "the DNS resolver did not answer in time" });
    expect(warn).not.toHaveBeenCalled();
    vi.stubGlobal("fetch", () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3:443")));
    expect(await lookupTxt("shop.example", resolver, false)).toEqual({
      ok: false,
      by: "resolver",
      detail: "the DNS resolver could not be reached",
    });
    expect(warn.mock.calls.map(([line]) => JSON.parse(line as string))).toEqual([
      { event: "dns_resolver_failed", failure: "unreachable", detail: "the connection failed" },
    ]);
  });
});

it.each([
  ['"v=spf1 " "include:x"', "v=spf1 include:x"],
  ['"a"', "a"],
  ["bare text", "bare text"],
  [String.raw`"a \"b\" \\c"`, String.raw`a "b" \c`],
  ['"two\nlines"', "two\nlines"],
  ['"whole" "cut', "whole"],
  ['"cut', '"cut'],
  ["", ""],
])("the strings of a TXT record %j are %j", (data, text) => expect(joinStrings(data)).toBe(text));
