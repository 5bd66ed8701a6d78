import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { LogReader } from "../../../src/analytics/core/logs/log-reader";
import type { LogFormat } from "../../../src/analytics/core/logs/log-entry";
import { bodyText } from "../../../src/analytics/logs/body-text";
import { importLog } from "../../../src/analytics/logs/import-log";
import { logLines } from "../../../src/analytics/logs/log-lines";
import type { VisitEvent } from "../../../src/analytics/count/record-visits";
import type { ReferralEvent } from "../../../src/analytics/core/referral-event";
import { logHistory, newTally } from "../../support/log-history.ts";

const GPTBOT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const AT = Date.parse("2026-11-20T10:00:05Z");
const SAMPLES: ReadonlyArray<readonly [name: string, lines: string[], format: string]> = [
  [
    "nginx and Apache",
    [`20.15.240.64 - - [20/Nov/2026:12:00:05 +0200] "GET /a?b=1 HTTP/1.1" 200 12 "https://x.example/" "${GPTBOT}"`],
    "combined",
  ],
  [
    "a host first",
    [
      `shop.example:443 20.15.240.64 - - [20/Nov/2026:10:00:05 +0000] "GET /a?b=1 HTTP/2.0" 200 - "https://x.example/" "${GPTBOT}" "-" 0.012`,
    ],
    "vhost_combined",
  ],
  [
    "CloudFront",
    [
      "#Version: 1.0",
      "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header",
      `2026-11-20\t10:00:05\tFRA2\t12\t20.15.240.64\tGET\td1.cloudfront.net\t/a\t200\thttps://x.example/\t${encodeURIComponent(GPTBOT)}\tb=1\t-\tHit\tid==\tshop.example`,
    ],
    "w3c",
  ],
  [
    "Caddy",
    [
      JSON.stringify({
        level: "info",
        ts: AT / 1000,
        logger: "http.log.access",
        request: {
          remote_ip: "10.0.0.1",
          client_ip: "20.15.240.64",
          method: "GET",
          host: "shop.example",
          uri: "/a?b=1",
          headers: { "User-Agent": [GPTBOT], Referer: ["https://x.example/"] },
        },
        status: 200,
      }),
    ],
    "caddy",
  ],
  [
    "Vercel",
    [
      JSON.stringify({
        id: "1",
        timestamp: AT + 9,
        host: "shop-1.vercel.app",
        path: "/x",
        proxy: {
          timestamp: AT,
          method: "GET",
          host: "shop.example",
          path: "/a?b=1",
          userAgent: [GPTBOT],
          referer: "https://x.example/",
          statusCode: 200,
          clientIp: "20.15.240.64",
          vercelCache: "HIT",
        },
      }),
    ],
    "vercel",
  ],
  [
    "Netlify",
    [
      JSON.stringify({
        log_type: "traffic",
        deploy_id: "1",
        timestamp: "2026-11-20T10:00:05.000Z",
        client_ip: "20.15.240.64",
        method: "GET",
        url: "https://shop.example/a?b=1",
        user_agent: GPTBOT,
        referrer: "https://x.example/",
        status_code: 200,
      }),
    ],
    "netlify",
  ],
  [
    "Cloudflare Logpush",
    [
      JSON.stringify({
        ClientIP: "20.15.240.64",
        ClientRequestHost: "shop.example",
        ClientRequestURI: "/a?b=1",
        ClientRequestUserAgent: GPTBOT,
        ClientRequestReferer: "https://x.example/",
        EdgeStartTimestamp: AT * 1e6,
        EdgeResponseStatus: 200,
        CacheCacheStatus: "hit",
      }),
    ],
    "cloudflare",
  ],
  [
    "JSON lines",
    [
      JSON.stringify({
        time_local: "2026-11-20T10:00:05+00:00",
        remote_addr: "20.15.240.64",
        request: "GET /a?b=1 HTTP/1.1",
        http_user_agent: GPTBOT,
        http_referer: "https://x.example/",
        status: "200",
      }),
    ],
    "json",
  ],
];

describe("a line of an access log", () => {
  it.each(SAMPLES)("of %s is read, recognised or named", (_, lines, format) => {
    for (const named of [null, format as LogFormat]) {
      const reader = new LogReader(named);
      const entries = lines.map((line) => reader.read(line));
      expect(entries.slice(0, -1).every((entry) => entry === null)).toBe(true);
      expect(entries.at(-1)).toMatchObject({
        format,
        at: AT,
        path: "/a?b=1",
        userAgent: GPTBOT,
        referrer: "https://x.example/",
        ip: "20.15.240.64",
        status: 200,
        cached: /w3c|vercel|cloudflare/.test(format),
      });
      if (!/^(combined|json)$/.test(format))
        expect(entries.at(-1)).toMatchObject({ host: expect.stringMatching(/^shop\.example(:443)?$/) });
    }
  });

  it("without a user agent, with escapes, a user's name or an absolute URL is read too", () => {
    const read = (line: string) => new LogReader(null).read(line);
    const start = "20.15.240.64 - - [20/Nov/2026:10:00:05 +0000]";
    expect(read(`${start} "GET /a HTTP/1.1" 200 12`)).toMatchObject({ format: "common", userAgent: null });
    expect(read(`${start} "GET /a HTTP/1.1" 404 12 "-" "a \\x22b\\x22 \\"c\\""`)).toMatchObject({
      userAgent: 'a "b" "c"',
      referrer: null,
    });
    expect(
      read(`1.2.3.4 - Ada Love [20/Nov/2026:10:00:05 +0000] "GET http://shop.example/b?c HTTP/1.0" 200 1 "-" "x"`),
    ).toMatchObject({ ip: "1.2.3.4", host: "shop.example", path: "/b?c", format: "combined" });
    const iis = new LogReader(null);
    iis.read("#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) sc-status");
    expect(iis.read("2026-11-20 10:00:05 GET /a b=1 20.15.240.64 GPTBot/1.2+(x) 200")).toMatchObject({
      at: AT,
      path: "/a?b=1",
      userAgent: "GPTBot/1.2 (x)",
    });
  });

  it.each([
    ["/caf\\xC3\\xA9", "/café"],
    ["/\\xE6\\x97\\xA5\\xe6\\x9c\\xac?a=\\x22", '/日本?a="'],
    ["/caf\\xE9", "/café"],
    ["/\\xC3\\x28", "/Ã("],
  ])("has the escaped bytes of %s as UTF-8, or else as Latin-1", (escaped, path) => {
    const line = `1.2.3.4 - - [20/Nov/2026:10:00:05 +0000] "GET ${escaped} HTTP/1.1" 200 1 "-" "x"`;
    expect(new LogReader(null).read(line)).toMatchObject({ path });
  });

  it.each([
    [{ time_local: "20/Nov/2026:12:00:05 +0200" }, AT],
    [{ date: "2026-11-20", time: "10:00:05" }, AT],
    [{ date: "2026-11-20", time: "12:00:05,250+02:00" }, AT + 250],
    [{ time: "2026-11-20 10:00:05,123" }, AT + 123],
    [{ time: "2026-11-20T10:00:05.123Z" }, AT + 123],
  ])("of JSON with %j has its time", (time, at) => {
    expect(new LogReader(null).read(JSON.stringify({ ...time, path: "/" }))).toMatchObject({ at });
  });

  it.each([
    ["x".repeat(20_000), "too_long"],
    ["hello", "format"],
    ["{", "format"],
    ["[1]", "format"],
    ['1.2.3.4 - - [32/Foo/2026:10:00:05 +0000] "GET / HTTP/1.1" 200 1', "time"],
    ['1.2.3.4 - - [20/Nov/2026:10:00:05 +0000] "\\x16\\x03" 400 1 "-" "-"', "request"],
    ['1.2.3.4 - - [20/Nov/2026:10:00:05 +0000] "GET / HTTP/1.1', "format"],
    ['{"time":"2026-11-20T10:00:05Z","path":7}', "request"],
    ['{"path":"/"}', "time"],
    ['{"path":"/","time":"10:00:00"}', "time"],
  ])("%.40s is told as %s", (line, fault) => expect(new LogReader(null).read(line)).toBe(fault));

  it("costs what its length costs, however it nests or repeats", () => {
    for (const part of ['"', "\\", "[", "] ", '{"a":', "%", '"x" ', "\t"]) {
      const line = `1.2.3.4 - - [20/Nov/2026:10:00:05 +0000] "GET / ${part.repeat(16_000 / part.length)}`.slice(
        0,
        16_384,
      );
      expect(new LogReader(null).read(line), part).not.toBeNull();
    }
  });
});

const folder = mkdtempSync(path.join(os.tmpdir(), "logs-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const NOW = Date.parse("2026-11-22T12:00:00Z");
const TODAY = { from: NOW - 3 * 86_400_000, to: NOW - 60_000 };

/** A service that reads calls as the API does, and counts each id once. */
async function newService() {
  const counted = new Map<string, VisitEvent | ReferralEvent>();
  const bodies: number[] = [];
  const queue = {
    sendBatch: async (messages: Array<{ body: Array<VisitEvent | ReferralEvent> }>) => {
      for (const event of messages.flatMap(({ body }) => body)) counted.set(event.id, event);
    },
  };
  let calls = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    bodies.push(body.length);
    // Every third call fails after it was counted, so it is repeated.
    const fails = ++calls % 3 === 0;
    const lines = logLines(bodyText(new Request("http://x.example", { method: "POST", body })));
    const answer = await importLog(
      { VISIT_QUEUE: queue as never },
      { id: "d", domain: "shop.example" } as never,
      lines,
      null,
      NOW,
    );
    response.writeHead(fails ? 503 : 202, { "retry-after": "0.01" }).end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  const send = async (...files: string[]) => {
    const script = path.resolve("scripts/import-logs.mjs");
    const args = [script, "--domain", "shop.example", "--url", `http://127.0.0.1:${port}`, "--key", "k", ...files];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  return { counted, bodies, send, close: () => server.close() };
}

const write = (name: string, lines: readonly string[]) => {
  const file = path.join(folder, name);
  const text = lines.map((line) => `${line}\n`).join("");
  writeFileSync(file, name.endsWith(".gz") ? gzipSync(text) : text);
  return file;
};

describe("a whole log", () => {
  it("agrees with an independent count, whether sent once, twice, gzipped, in parts that overlap, or with failures", async () => {
    const service = await newService();
    const tally = newTally();
    const lines = [
      ...logHistory({ seed: 5, lines: process.env["TEST_LONG"] ? 400_000 : 14_000, paths: 300, ...TODAY }, tally),
    ];
    const [sums] = await service.send(write("access.log", lines));
    expect(sums).toMatchObject({
      lines: tally.lines,
      accepted: tally.crawlers,
      referrals: tally.people,
      malformed: tally.malformed,
      outOfRange: 0,
      formats: ["combined"],
    });
    expect(sums.ignored).toBe(tally.lines - tally.crawlers - tally.people - tally.malformed);
    expect(sums.examples[0]).toMatchObject({ reason: "format", text: expect.stringContaining("[broken") });
    const byDay = () => {
      const counts: Record<string, number> = {};
      for (const event of service.counted.values()) {
        if (!("provider" in event)) continue;
        const key = `${new Date(event.at).toISOString().slice(0, 10)} ${event.provider}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
      return counts;
    };
    expect(byDay()).toEqual(tally.byDay);
    const half = lines.length >> 1;
    // Cut where lines are equal, so that both parts have the n-th of them.
    const cut = lines.findIndex((line, i) => i > half && line !== lines[i - 1]);
    await service.send(
      write("again.log.gz", lines),
      write("first.log", lines.slice(0, cut)),
      write("second.log", lines.slice(cut - lines.slice(0, cut).length / 4)),
    );
    expect(byDay()).toEqual(tally.byDay);
    expect(service.counted.size).toBe(tally.crawlers + tally.people);
    expect(Math.max(...service.bodies)).toBeLessThan(1_048_576);
    expect(service.bodies.length).toBeGreaterThan(6);
    service.close();
  });

  it("counts equal lines of a file each, also in different pieces, and only its own host's and time's", async () => {
    const service = await newService();
    const line = (at: string, host = "shop.example") =>
      `${host}:80 198.51.100.1 - - [${at}] "GET / HTTP/1.1" 200 5 "-" "${GPTBOT}"`;
    const same = line("22/Nov/2026:10:00:00 +0000");
    const filler = Array.from({ length: 10_000 }, (_, i) =>
      same.replace("GET /", `GET /${i}`).replace(GPTBOT, "Mozilla/5.0 Firefox/140.0"),
    );
    const lines = [
      same,
      same,
      ...filler,
      same,
      line("22/Nov/2026:10:00:00 +0000", "other.example"),
      line("01/Jan/2026:10:00:00 +0000"),
      line("01/Jan/2027:10:00:00 +0000"),
    ];
    for (let i = 0; i < 2; i++)
      expect((await service.send(write("pieces.log", lines)))[0]).toMatchObject({
        accepted: 3,
        otherHosts: 1,
        outOfRange: 2,
        ignored: 10_000,
      });
    expect(service.bodies.length).toBeGreaterThan(3);
    expect(service.counted.size).toBe(3);
    service.close();
  });
});

describe("a piece of a log", () => {
  it("keeps the fields of its file after another comment, and reports faults by their line in the file", async () => {
    const service = await newService();
    const line = (i: number) => `2026-11-22 10:00:00 GET /${i} 198.51.100.1 ${GPTBOT.replaceAll(" ", "+")} 200`;
    const head = "#Fields: date time cs-method cs-uri-stem c-ip cs(User-Agent) sc-status";
    const first = Array.from({ length: 9_999 }, (_, i) => line(i));
    const lines = [head, ...first, "#Software: again", "", line(10_000), "2026-11-22 broken"];
    expect((await service.send(write("iis.log", lines)))[0]).toMatchObject({
      accepted: 10_000,
      malformed: 1,
      formats: ["w3c"],
      examples: [{ line: 10_004, text: "2026-11-22 broken" }],
    });
    service.close();
  });

  it("is bounded in bytes, not in characters", async () => {
    const service = await newService();
    const agent = `${"日".repeat(5_000)} GPTBot/1.2`;
    const lines = Array.from(
      { length: 1_400 },
      (_, i) => `198.51.100.1 - - [22/Nov/2026:10:00:00 +0000] "GET /${i} HTTP/1.1" 200 5 "-" "${agent}"`,
    );
    expect((await service.send(write("wide.log", lines)))[0]).toMatchObject({ lines: 1_400, malformed: 0 });
    expect(service.counted.size).toBe(1_400);
    service.close();
  });
});

describe("a platform that writes several lines per request", () => {
  it("is counted once per request, also in another call", async () => {
    const service = await newService();
    const vercel = (id: string, source: string) =>
      JSON.stringify({
        requestId: id,
        source,
        timestamp: NOW - 5_000,
        proxy: { timestamp: NOW - 5_000, host: "shop.example", path: "/a", userAgent: [GPTBOT], statusCode: 200 },
      });
    const lines = [vercel("1", "edge"), vercel("1", "lambda"), vercel("2", "static")];
    const [first] = await service.send(write("vercel.ndjson", lines));
    expect(first).toMatchObject({ lines: 3, accepted: 2, ignored: 1, formats: ["vercel"] });
    await service.send(write("vercel-more.ndjson", [vercel("2", "edge"), vercel("3", "edge")]));
    expect(service.counted.size).toBe(3);
    service.close();
  });
});

describe("a request", () => {
  const line = (request: string, agent = "Mozilla/5.0 Firefox/140.0") =>
    `198.51.100.1 - - [22/Nov/2026:10:00:00 +0000] "${request} HTTP/1.1" 200 5 "https://chatgpt.com/" "${agent}"`;

  it("of a person counts as a referral only if it is a GET of a page", async () => {
    const service = await newService();
    const asked = ["GET /a", "HEAD /a", "POST /a", "GET /style.css?v=1", "GET /photo.jpg", "GET /robots.txt"];
    const json = {
      time: "2026-11-22T10:00:00Z",
      referer: "https://chatgpt.com/",
      userAgent: "Mozilla/5.0 Firefox/140.0",
      path: "/json",
    };
    const others = [json, { ...json, method: "HEAD" }].map((entry) => JSON.stringify(entry));
    const [sums] = await service.send(write("people.log", [...asked.map((each) => line(each)), ...others]));
    expect(sums).toMatchObject({ lines: 8, referrals: 2, ignored: 6 });
    expect([...service.counted.values()].map(({ path: asking }) => asking).sort()).toEqual(["/a", "/json"]);
    service.close();
  });

  it.each([
    ["/robots.txt", "robots_txt"],
    ["/sitemap-1.xml.gz", "sitemap"],
    ["/llms.txt?x=1", "llms_txt"],
    ["/photo.jpg", undefined],
    ["/a?b=/robots.txt", undefined],
  ])("of a crawler for %s has its form", async (target, form) => {
    const service = await newService();
    await service.send(write("forms.log", [line(`GET ${target}`, GPTBOT)]));
    const [event] = [...service.counted.values()] as VisitEvent[];
    expect(event).toMatchObject({ servedBy: "render", reported: true });
    expect(event!.form).toBe(form);
    service.close();
  });
});

describe("a call", () => {
  const take = (body: BodyInit) => {
    const lines = logLines(bodyText(new Request("http://x.example", { method: "POST", body })));
    const queue = { sendBatch: async () => {} };
    return importLog({ VISIT_QUEUE: queue as never }, { id: "d", domain: "shop.example" } as never, lines, null, NOW);
  };

  it("is bounded in bytes, in text and in lines, and reports broken gzip", async () => {
    await expect(take("x".repeat(1_048_577))).rejects.toMatchObject({ code: "payload_too_large" });
    await expect(take(gzipSync("x".repeat(17 * 1024 * 1024)))).rejects.toMatchObject({ code: "payload_too_large" });
    await expect(take("a\n".repeat(20_001))).rejects.toMatchObject({ code: "payload_too_large" });
    await expect(take(gzipSync("hello\n".repeat(1_000)).subarray(0, 30))).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await take("")).toMatchObject({ lines: 0 });
    expect(await take(gzipSync("x".repeat(10 * 1024 * 1024)))).toMatchObject({
      lines: 1,
      malformed: 1,
      examples: [{ line: 1, reason: "too_long" }],
    });
  });
});

describe("the API key", () => {
  it("does not follow a redirect, and reports it", async () => {
    const keys: unknown[] = [];
    const other = createServer((request, response) => {
      keys.push(request.headers["x-service-api-key"]);
      response.writeHead(202).end("{}");
    });
    await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
    const target = `http://localhost:${(other.address() as { port: number }).port}`;
    const service = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(307, { location: `${target}/api?x` }).end());
    });
    await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(service.address() as { port: number }).port}`;
    const args = ["scripts/import-logs.mjs", "--domain", "shop.example", "--url", url, "--key", "k"];
    const sent = promisify(execFile)(process.execPath, [...args, write("moved.log", ["x"])]);
    await expect(sent).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`redirects to ${target};`) });
    expect(keys).toEqual([]);
    service.close();
    other.close();
  });

  it("take the key from a file, which other users of the machine can't read", async () => {
    const keys: unknown[] = [];
    const service = createServer((request, response) => {
      keys.push(request.headers["x-service-api-key"]);
      request.resume().on("end", () => response.writeHead(400).end("no"));
    });
    await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(service.address() as { port: number }).port}`;
    const places = ["--key-file", write("key", ["crk_file"])];
    const args = ["scripts/import-logs.mjs", "--domain", "shop.example", "--url", url, ...places];
    const env = { CRAWLREADY_KEY: "crk_environment" };
    await promisify(execFile)(process.execPath, [...args, write("keyed.log", ["x"])], { env }).catch(() => {});
    expect(keys).toEqual(["crk_file"]);
    service.close();
  });
});
