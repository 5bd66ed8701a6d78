import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, ImpossiblePath, isCrawlreadyError, type Client, type ClientOptions } from "../../../src/client";

interface Sent {
  url: string;
  init: RequestInit;
}

/** A client whose requests get these answers in turn, and what it sent and waited. */
function clientThatGets(answers: Array<Response | Error>, options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl: "https://api.test/",
    key: "crk_1",
    fetch: async (url, init) => {
      sent.push({ url, init });
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    wait: async (seconds) => void waits.push(seconds),
    ...options,
  });
  return { client, sent, waits };
}

const refused = (status: number, error: string, extras: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ error, message: "No.", requestId: "r1", ...extras }, { status, headers });
const limited = (seconds: string) => refused(429, "rate_limited", {}, { "retry-after": seconds });
const runs = () => Response.json({ runs: [] });

const json = (text: string, init: ResponseInit = {}) =>
  new Response(text, { ...init, headers: { "content-type": "application/json" } });

/** An answer whose connection breaks in the middle. */
const cutOff = (status: number, onRead = () => {}) => {
  const start = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    if (status === 429) stream.error(new TypeError("cut off"));
  };
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    onRead();
    stream.error(new TypeError("cut off"));
  };
  const headers = { "content-type": "application/json" };
  return new Response(new ReadableStream({ start, pull }, { highWaterMark: 0 }), { status, headers });
};

async function thrownBy(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isCrawlreadyError(error)) throw new Error(`it threw ${String(error)}`);
  return error;
}

describe("a call", () => {
  it("sends path, query, body and key where they belong", async () => {
    const { client, sent } = clientThatGets([runs(), runs(), runs()]);
    await client.listAudits({ query: { domain: "a b.example" } });
    await client.readPageHistory({ path: { path: "/a/b?c=1" }, query: { domain: "x.example" } });
    await client.invalidatePage({ body: { domain: "x.example", path: "/" } });
    expect(sent.map(({ url }) => url)).toEqual([
      "https://api.test/api/seo-spider/runs?domain=a+b.example",
      "https://api.test/api/seo-spider/pages/%2Fa%2Fb%3Fc%3D1?domain=x.example",
      "https://api.test/api/prerender/cache/invalidate-page-cache",
    ]);
    expect(sent.map(({ init }) => init.method)).toEqual(["GET", "GET", "POST"]);
    expect(sent[2]!.init.body).toBe('{"domain":"x.example","path":"/"}');
    for (const { init } of sent) {
      expect(new Headers(init.headers).get("x-service-api-key")).toBe("crk_1");
      expect(init.redirect).toBe("manual");
    }
  });

  it.each(["", ".", ".."])("is not sent with the path parameter %j, which would be another operation's", async (id) => {
    const { client, sent } = clientThatGets([runs()]);
    await expect(client.revokeApiKey({ path: { id } })).rejects.toThrow(
      `The path parameter id must not be ${JSON.stringify(id)}.`,
    );
    expect(sent).toEqual([]);
  });

  it.each(["\ud800", "a\udc00b"])("is not sent with the path parameter %j, which can't be encoded", async (id) => {
    const { client, sent } = clientThatGets([runs()]);
    const call = client.revokeApiKey({ path: { id } });
    await expect(call).rejects.toThrow("The path parameter id is not valid Unicode.");
    await expect(call).rejects.toBeInstanceOf(ImpossiblePath);
    expect(sent).toEqual([]);
  });

  it("returns undefined for an empty answer, and the response itself for a text", async () => {
    const { client } = clientThatGets([new Response(null, { status: 204 }), new Response("# Report")]);
    expect(await client.revokeApiKey({ path: { id: "1" } })).toBeUndefined();
    const report = await client.exportReport({ path: { reportId: "1" }, query: { domain: "x.example" } });
    expect(await report.text()).toBe("# Report");
  });
});

describe("errors", () => {
  it("carry code, status, details and request id", async () => {
    const { client } = clientThatGets([refused(409, "run_already_active", { runId: "run-7" })]);
    const error = await thrownBy(client.startAudit({ body: { domain: "x", urls: ["https://x/"], mode: "follow" } }));
    expect(error).toMatchObject({ message: "No.", status: 409, requestId: "r1" });
    expect(error.code === "run_already_active" && error.details.runId).toBe("run-7");
  });

  it.each([
    ["a proxy's page", new Response("<h1>Bad gateway</h1>", { status: 502 }), "unexpected_answer", 502],
    ["JSON of something else", Response.json(null, { status: 500 }), "unexpected_answer", 500],
    [
      "a page with status 200",
      new Response("<p>", { headers: { "content-type": "text/html" } }),
      "unexpected_answer",
      200,
    ],
    ["a broken connection", new TypeError("fetch failed"), "unreachable", 0],
    ["an answer that is cut off", cutOff(200), "unreachable", 0],
    ["a refusal that is cut off", cutOff(400), "unreachable", 0],
    ["half of a JSON text", json('{"runs":['), "unexpected_answer", 200],
    ["a redirect with JSON", json('{"runs":[]}', { status: 302 }), "unexpected_answer", 302],
  ])("say what %s is", async (_, answer, code, status) => {
    const { client } = clientThatGets([answer], { retries: 0 });
    expect(await thrownBy(client.listAudits())).toMatchObject({ code, status });
  });

  it("are the signal's own if it ended the reading of an answer", async () => {
    const stop = new AbortController();
    const { client } = clientThatGets([cutOff(200, () => stop.abort(new Error("enough")))]);
    await expect(client.listAudits({}, { signal: stop.signal })).rejects.toThrow("cut off");
  });

  it("leave redirects to raw", async () => {
    const moved = () => new Response("", { status: 301, headers: { location: "https://x.example/" } });
    const { client } = clientThatGets([moved(), moved()]);
    const args = { path: { url: "https://x.example/" } };
    expect(await thrownBy(client.renderPage(args))).toMatchObject({ code: "unexpected_answer", status: 301 });
    expect((await client.raw.renderPage(args)).status).toBe(301);
  });

  it("wait for a rate limit although its text is cut off", async () => {
    const { client, waits } = clientThatGets([cutOff(429), runs()]);
    await client.listAudits();
    expect(waits).toEqual([1]);
  });
});

describe("repeated calls", () => {
  it("wait as long as a rate limit says, for reads and writes", async () => {
    const { client, sent, waits } = clientThatGets([limited("7"), limited("2"), Response.json({ ok: true })]);
    await client.invalidatePage({ body: { domain: "x", path: "/" } });
    expect(waits).toEqual([7, 2]);
    expect(sent).toHaveLength(3);
  });

  it("end after the given number, with the refusal", async () => {
    const { client, sent } = clientThatGets([limited("1"), limited("1"), limited("1")], { retries: 2 });
    expect(await thrownBy(client.listAudits())).toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
    expect(sent).toHaveLength(3);
  });

  it("do not wait longer than allowed", async () => {
    const { client, sent, waits } = clientThatGets([limited("61")]);
    expect(await thrownBy(client.listAudits())).toMatchObject({ retryAfterSeconds: 61 });
    expect([sent.length, waits]).toEqual([1, []]);
  });

  it.each([
    ["a date", 90, [], 1],
    ["a near date", 20, [20], 2],
  ])("wait until %s", async (_, ahead, waited, times) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const date = new Date(Date.now() + ahead * 1000).toUTCString();
    const { client, sent, waits } = clientThatGets([limited(date), limited(date)], { retries: 1 });
    expect(await thrownBy(client.listAudits())).toMatchObject({ code: "rate_limited", retryAfterSeconds: ahead });
    expect([waits, sent.length]).toEqual([waited, times]);
  });

  it.each([
    ["0.5", null],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
  ])("say of Retry-After %s that it is %s", async (told, seconds) => {
    const { client } = clientThatGets([limited(told)], { retries: 0 });
    expect(await thrownBy(client.listAudits())).toMatchObject({ retryAfterSeconds: seconds });
  });

  it("repeat a read that met an outage, but no write", async () => {
    const down = () => refused(503, "temporarily_unavailable");
    const reading = clientThatGets([down(), down(), runs()]);
    await reading.client.listAudits();
    expect(reading.waits).toEqual([1, 2]);
    const writing = clientThatGets([down()]);
    await thrownBy(writing.client.invalidatePage({ body: { domain: "x", path: "/" } }));
    expect(writing.sent).toHaveLength(1);
  });

  const lost = () => new TypeError("fetch failed");
  const down = () => refused(503, "temporarily_unavailable");
  const outage = (told: string) => refused(503, "temporarily_unavailable", {}, { "retry-after": told });
  const busy = () => outage("9");
  const calls = {
    GET: (client: Client) => client.listAudits(),
    POST: (client: Client) => client.invalidatePage({ body: { domain: "x", path: "/" } }),
    PATCH: (client: Client) => client.changeWebhook({ path: { id: "1" }, body: {} }),
    DELETE: (client: Client) => client.revokeApiKey({ path: { id: "1" } }),
  };
  type Row = [string, () => Response | Error, Record<keyof typeof calls, number | null>];
  /** A rate limit and an outage with this Retry-After, and the wait before a write is repeated after the outage. */
  const rowsOf = (told: string, write: number | null): Row[] => [
    [`a rate limit with ${told}`, () => limited(told), { GET: 1, POST: 1, PATCH: 1, DELETE: 1 }],
    [`an outage with ${told}`, () => outage(told), { GET: 1, POST: write, PATCH: write, DELETE: write }],
  ];
  it.each<Row>([
    // What happened, and the wait after it; null: the request is not repeated.
    ["a rate limit", () => limited("7"), { GET: 7, POST: 7, PATCH: 7, DELETE: 7 }],
    ["a rate limit without a time", () => refused(429, "rate_limited"), { GET: 1, POST: 1, PATCH: 1, DELETE: 1 }],
    ["an outage with a time", busy, { GET: 9, POST: 9, PATCH: 9, DELETE: 9 }],
    ...[
      "0.5",
      "-1",
      "3, 3",
      "soon",
      "2030-01-01",
      "Sun, 06 Nov 2044 08:49:37",
      "Mon, 06 Nov 2044 08:49:37 GMT",
    ].flatMap((told) => rowsOf(told, null)),
    ...["0", "Sun, 06 Nov 1994 08:49:37 GMT"].flatMap((told) => rowsOf(told, 1)),
    ["an outage", down, { GET: 1, POST: null, PATCH: null, DELETE: null }],
    ["an answer that is cut off", () => cutOff(200), { GET: 1, POST: null, PATCH: null, DELETE: null }],
    ["a refusal that is cut off", () => cutOff(400), { GET: 1, POST: null, PATCH: null, DELETE: null }],
    ["no answer", lost, { GET: 1, POST: null, PATCH: null, DELETE: null }],
    ["a fault", () => refused(500, "internal_error"), { GET: null, POST: null, PATCH: null, DELETE: null }],
    ["a refusal", () => refused(404, "not_found"), { GET: null, POST: null, PATCH: null, DELETE: null }],
  ])("follow one rule: %s", async (_, happened, expected) => {
    for (const [method, call] of Object.entries(calls)) {
      const { client, sent, waits } = clientThatGets([happened(), Response.json({ runs: [] })]);
      const error = await call(client).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      const wait = expected[method as keyof typeof calls];
      expect([method, sent.length, waits, error === null]).toEqual(
        wait === null ? [method, 1, [], false] : [method, 2, [wait], true],
      );
    }
  });

  it("leave it to raw what to do about an answer that is cut off", async () => {
    const { client, sent } = clientThatGets([cutOff(200)]);
    await expect((await client.raw.listAudits()).text()).rejects.toThrow("cut off");
    expect(sent).toHaveLength(1);
  });

  it("do not go on for ever without an answer, and say why", async () => {
    const { client, sent, waits } = clientThatGets([lost(), lost(), lost(), lost()]);
    expect(await thrownBy(client.listAudits())).toMatchObject({ code: "unreachable" });
    expect([sent.length, waits]).toEqual([4, [1, 2, 4]]);
  });

  it("send no stream twice", async () => {
    const { client, sent } = clientThatGets([limited("1")]);
    const text = new ReadableStream({ start: (stream) => stream.close() });
    await thrownBy(client.importLog({ query: { domain: "x", format: "combined" } as never, text }));
    expect(sent).toHaveLength(1);
  });

  it("stop when the signal is aborted, with its reason", async () => {
    const stop = new AbortController();
    const { client, sent } = clientThatGets([limited("50")], { wait: undefined });
    const call = client.listAudits({}, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(sent).toHaveLength(1);
  });
});

describe("lists in parts", () => {
  const entry = (path: string) => ({ path });
  const part = (paths: string[], nextCursor: string | null) =>
    Response.json({ entries: paths.map(entry), total: 3, nextCursor });

  it("are read to their end, each part when it is needed", async () => {
    const { client, sent } = clientThatGets([part(["/a", "/b"], "/b"), part([], "/b2"), part(["/c"], null)]);
    const seen: string[] = [];
    for await (const { path } of client.each.listCachedPages({ query: { domain: "x", limit: 2 } })) {
      seen.push(path);
      if (path === "/b") expect(sent).toHaveLength(1);
    }
    expect(seen).toEqual(["/a", "/b", "/c"]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get("cursor"))).toEqual([null, "/b", "/b2"]);
  });

  it.each([
    ["a cursor that stays", [part(["/a"], "/a"), part(["/b"], "/a")], ["/a", "/b"], "a cursor that came before"],
    ["cursors that go round", ["/a", "/b", "/a"].map((at) => part([at], at)), ["/a", "/b", "/a"], "that came before"],
    ["an empty cursor", [part(["/a"], "")], ["/a"], "an empty cursor"],
    ["no list", [Response.json({})], [], "without entries"],
    ["no object", [Response.json(null)], [], "with an object"],
  ])("end with an error at %s", async (_, answers, paths, message) => {
    const { client } = clientThatGets([...answers, ...Array.from({ length: 9 }, () => part(["/again"], "/a"))]);
    const seen: string[] = [];
    const read = async () => {
      for await (const { path } of client.each.listCachedPages({ query: { domain: "x" } })) {
        seen.push(path);
        if (seen.length > 5) throw new Error("it goes on");
      }
    };
    expect(await thrownBy(read())).toMatchObject({
      code: "unexpected_answer",
      message: expect.stringContaining(message),
    });
    expect(seen).toEqual(paths);
  });

  it("can be left early", async () => {
    const { client, sent } = clientThatGets([part(["/a"], "/a")]);
    for await (const { total } of client.parts.listCachedPages({ query: { domain: "x" } })) {
      expect(total).toBe(3);
      break;
    }
    expect(sent).toHaveLength(1);
  });
});
