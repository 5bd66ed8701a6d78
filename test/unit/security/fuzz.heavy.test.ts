import http from "node:http";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../fuzz/api/document.ts";
import { Lane } from "../../fuzz/api/lane.ts";
import { mutateBody } from "../../fuzz/api/mutations.ts";
import { waitForService } from "../../fuzz/api/patience.ts";
import { Draw } from "../../fuzz/draw.ts";
import { freePort } from "../../support/service.ts";
import { responseChecker } from "../../support/valid-response.ts";
import { Judge, type Expectation } from "../../fuzz/api/judge.ts";
import type { FuzzAnswer, FuzzRequest } from "../../fuzz/api/requests.ts";
import { leavesMachine, resolved } from "../../fuzz/api/requests.ts";
import type { World } from "../../fuzz/api/world.ts";
import { runPart } from "../../fuzz/parsers/run-target.ts";
import { holds, type Target } from "../../fuzz/parsers/target.ts";
import { TARGETS } from "../../fuzz/parsers/targets.ts";

/** Of each parser; `npm run fuzz -- --parsers` runs more. */
const INPUTS = 100;

describe("parsers of strangers' text", () => {
  it.each(TARGETS.map((target) => [target.name, target] as const))("%s", async (name, target) => {
    const { findings, count } = await runPart(
      target,
      { target: name, seed: 1, from: 0, count: INPUTS, isTimed: false },
      () => {},
    );
    expect(findings).toEqual([]);
    expect(count).toBe(INPUTS);
  });
});

describe("the parser fuzzer", () => {
  const seeds = ["a plain text", "another one"];
  const run = (target: Partial<Target>) =>
    runPart(
      { name: "x", seeds, pieces: ["ab", "<"], run: () => {}, ...target },
      { target: "x", seed: 1, from: 0, count: 500, isTimed: false },
      () => {},
    );

  it("finds what throws, and shortens it", async () => {
    const { findings } = await run({ run: (text) => holds(!text.includes("<"), "no mark") });
    expect(findings).toEqual([{ target: "x", message: "Error: no mark", input: "<" }]);
  });

  it("finds what takes quadratic time, and nothing else", async () => {
    // Steps are counted instead of time, so that the machine has no say.
    const takes = async (stepsOf: (length: number) => number) => {
      let steps = 0;
      const parse = ({ length }: string) => void (steps += stepsOf(length));
      const part = { target: "x", seed: 1, from: 0, count: 20, isTimed: true };
      const target = { name: "x", seeds, pieces: ["ab", "<"], run: () => {}, parse, bound: 20_000 };
      const { findings, grown } = await runPart(
        target,
        part,
        () => {},
        () => steps,
      );
      expect(grown).toBe(3);
      return findings.map(({ message }) => message);
    };
    expect(await takes((length) => length ** 2 / 1_000)).toEqual([
      "the time grows faster than the length: 25.0, 100.0, 400.0 ms",
    ]);
    expect(await takes((length) => length * Math.log2(length))).toEqual([]);
    expect(await takes((length) => 50_000 + length)).toEqual([]);
  });

  it("makes the same inputs of the same seed", async () => {
    const inputs: string[][] = [[], []];
    for (const list of inputs) await run({ run: (text) => void list.push(text) });
    expect(inputs[0]).toEqual(inputs[1]);
    expect(new Set(inputs[0]).size).toBeGreaterThan(400);
  });
});

describe("the API fuzzer", () => {
  const error = { type: "object", properties: { error: { enum: ["invalid_request"] } }, required: ["error"] };
  const content = (schema: object) => ({ content: { "application/json": { schema } } });
  const document = {
    paths: { "/api/things/{id}": { get: { responses: { 200: content({ type: "object" }), 400: content(error) } } } },
  };
  const judge = new Judge(document);
  const world = {
    marks: new Map([
      ["X", "markX1"],
      ["Y", "markY2"],
    ]),
  } as unknown as World;
  const request: FuzzRequest = {
    operation: "readThing",
    method: "GET",
    path: "/api/things/1",
    headers: {},
    changes: [],
  };
  const good: FuzzAnswer = { status: 200, contentType: "application/json", headers: {}, text: '{"mark":"markX1"}' };
  const own: Expectation = { account: "X", stranger: null };
  const judged = (answer: Partial<FuzzAnswer>, sent: Partial<FuzzRequest> = {}, expected = own) =>
    judge.judge({ ...request, ...sent }, { ...good, ...answer }, world, expected)?.kind ?? null;

  it("accepts what is documented, and one's own marks", () => {
    expect(responseChecker(document)({ ...good, method: "GET", path: "/api/things/1" })).toBeNull();
    expect(judged({})).toBeNull();
    expect(judged({ status: 400, text: '{"error":"invalid_request"}' })).toBeNull();
    expect(judged({ text: '{"mark":"markY2"}' }, { path: "/api/things/markY2" })).toBeNull();
  });

  it.each<[string, Partial<FuzzAnswer>, string]>([
    ["an internal error", { status: 500, text: '{"error":"internal_error"}' }, "status 500"],
    ["a status that is not documented", { status: 201 }, "not as documented"],
    ["a code that is not documented", { status: 400, text: '{"error":"no_sitemap"}' }, "not as documented"],
    ["a body that is not JSON", { text: "{" }, "not as documented"],
    ["another tenant's mark", { text: '{"mark":"markY2"}' }, "another tenant's data"],
    ["a stack trace", { text: '{"m":"at run (index.js:1:2)"}' }, "inside"],
    ["an error of the database", { text: '{"m":"D1_ERROR: x"}' }, "inside"],
    ["a path of the machine", { text: JSON.stringify({ m: process.cwd() }) }, "inside"],
  ])("finds %s", (_what, answer, kind) => expect(judged(answer)).toBe(kind));

  it("finds ids of others and deleted ones that work", () => {
    expect(judged({}, {}, { account: "X", stranger: "foreign" })).toBe("foreign id accepted");
    expect(judged({}, {}, { account: "operator", stranger: "deleted" })).toBe("deleted id accepted");
    expect(judged({}, {}, { account: "operator", stranger: "foreign" })).toBeNull();
  });

  it("puts values into paths, headers and bodies as each needs them", () => {
    const written = { ...request, path: "/api/(!X.host!)", headers: { cookie: "(!a!)" }, body: '{"a":"(!1.id!)"}' };
    expect(resolved(written, (name) => `${name}"/`)).toMatchObject({
      path: "/api/X.host%22%2F",
      headers: { cookie: 'a"/' },
      body: '{"a":"1.id\\"/"}',
    });
  });

  it("sends nothing that would lead the service to another machine", () => {
    const led = (path: string, body?: unknown) => leavesMachine({ ...request, path, body: JSON.stringify(body) });
    expect(led("/render/https%3A%2F%2Fwww.cloudflare.com%2F")).toBe(true);
    expect(led("/api/x?domain=8.8.8.8")).toBe(true);
    expect(led("/api/x", { urls: ["http://27.0.0.1:80/"] })).toBe(true);
    expect(led("/api/x", { a: [{ siteUrl: "//iana.org" }] })).toBe(true);
    expect(
      led("/api/x?domain=127.0.0.1%3A80", { url: "http://localhost/", domain: "a.example", text: "8.8.8.8" }),
    ).toBe(false);
  });

  it("makes no body that does not fit into memory, and keeps what it is given", () => {
    const given = { urls: ["a", "b"], rules: [{ name: "n", steps: [{ text: "t" }] }] };
    const written = JSON.stringify(given);
    const lengths = Array.from({ length: 150 }, (_, seed) => {
      const draw = new Draw(seed);
      let body: unknown = given;
      for (let round = 0; round < 8; round++) body = mutateBody(body, draw, []);
      return (JSON.stringify(body) ?? "").length;
    });
    expect(Math.max(...lengths)).toBeGreaterThan(500_000);
    expect(Math.max(...lengths)).toBeLessThan(30_000_000);
    expect(JSON.stringify(given)).toBe(written);
    let deep: unknown = JSON.parse(`{"__proto__":${"[".repeat(2_000)}1${"]".repeat(2_000)},"a":1}`);
    for (let round = 0; round < 40; round++) deep = mutateBody(deep, new Draw(round), []);
    expect(() => JSON.stringify(deep)).not.toThrow();
  });

  it("lets operators and strangers write no account's mark", () => {
    const body = { type: "object", properties: { name: { type: "string" }, domain: { type: "string" } } };
    const operation = (pattern: string, credentials: string[]): Operation => ({
      id: pattern,
      method: "POST",
      pattern,
      area: "x",
      parameters: [],
      body: { schema: { ...body, required: ["name", "domain"] }, example: undefined },
      credentials,
      codes: new Map(),
    });
    const lane = new Lane(new Draw(1), [operation("/api/admin/accounts/F/domains", ["operator"]), operation("/x", [])]);
    const writers = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const { caller, request } = lane.next();
      for (const [, marker] of request.body?.matchAll(/\(!([A-Z])\.mark!\)/g) ?? [])
        writers.add(`${caller.account} writes ${marker}`);
    }
    expect(writers).toContain("operator writes N");
    const foreign = [...writers].filter((each) => !/^(?:operator|nobody) writes N|^(\w) writes \1$/.test(each));
    expect(foreign).toEqual([]);
  });

  it("waits for a service that does not answer, and gives up with a sentence", async () => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    await expect(waitForService(base, 50)).rejects.toThrow(`the service at ${base} has not answered for 0.05 seconds`);
    const waiting = waitForService(base, 10_000);
    const server = http.createServer((_request, response) => void response.end()).listen(port, "127.0.0.1");
    await expect(waiting).resolves.toBeUndefined();
    server.closeAllConnections();
    server.close();
  });
});
