import { exports } from "cloudflare:workers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../../src/api/app";
import { createClient } from "../../../src/client";
import { ANSWER_EXAMPLES } from "../../../src/http/examples";
import { EVENT_NAMES } from "../../../src/events/event-types";
import { READING_ORDER } from "../../../src/http/reading-order";
import { ERRORS } from "../../../src/errors/table";
import { TAGS } from "../../../src/http/operation";
import { responseChecker } from "../../support/valid-response.ts";
import { call, newAccount, newSite, html, OPERATOR, signIn } from "../support/api.ts";

/** Pages for people and the document itself are not part of the API. */
const UNDESCRIBED = [/^\/docs/, /^\/openapi\.json$/, /^\/bots?$/];
const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface ErrorSchema {
  properties?: { error?: { enum: string[] } };
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: object[];
  parameters?: Array<{ in: string; name: string; description?: string; schema: { type?: string } }>;
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: ErrorSchema; example?: unknown }> }>;
}

const { body: document } = await call<{ paths: Record<string, Record<string, Operation>> }>("GET", "/openapi.json");
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

function codesOf(operation: Operation): string[] {
  return Object.values(operation.responses).flatMap(
    (response) => response.content?.["application/json"]?.schema.properties?.error?.enum ?? [],
  );
}

/** Body fields without their own description, at any depth, as paths such as `competitors.name`. */
function undescribedFields(schema: Schema, path = ""): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), schema.items ?? []].flat();
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...fields.filter(([, { description }]) => !description).map(([name]) => path + name),
    ...fields.flatMap(([name, field]) => undescribedFields(field, `${path}${name}.`)),
    ...parts.flatMap((part) => undescribedFields(part, path)),
  ];
}

/** Names of all fields of a schema, at any depth. */
function fieldNames({ properties = {}, items, anyOf = [], oneOf = [] }: Schema): string[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf];
  return [...Object.keys(properties), ...inner.flatMap(fieldNames)];
}

function undescribedInputs({ parameters = [], requestBody }: Operation): string[] {
  const named = parameters.filter(({ description }) => !description).map((each) => `${each.in} ${each.name}`);
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => undescribedFields(schema));
  return [...named, ...bodies.map((field) => `body ${field}`)];
}

describe("/openapi.json", () => {
  it("describes all routes of the app", () => {
    const routes = app.routes
      .filter(({ method, path }) => METHODS.has(method) && !UNDESCRIBED.some((pattern) => pattern.test(path)))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`);
    expect(routes.length).toBeGreaterThan(10);
    const described = new Set(operations.map(({ name }) => name));
    expect([...new Set(routes)].filter((route) => !described.has(route) && !route.includes("*"))).toEqual([]);
  });

  it("gives each operation a summary, a success response and, if it needs a credential, the matching error", () => {
    for (const { name, operation } of operations) {
      expect(operation.summary, name).toBeTruthy();
      expect(
        Object.keys(operation.responses).some((status) => /^[23]/.test(status)),
        name,
      ).toBe(true);
      if (operation.security.length > 0 && !name.startsWith("HEAD "))
        expect(codesOf(operation), name).toContain("invalid_api_key");
      if (operation.requestBody)
        expect(codesOf(operation), name).toEqual(
          expect.arrayContaining(["invalid_request", "invalid_json", "payload_too_large"]),
        );
    }
  });

  it("describes all parameters and all fields of request bodies", () => {
    // The walk below reads inline schemas; a reference would hide fields.
    const inputs = operations.map(({ operation }) => [operation.parameters, operation.requestBody]);
    expect(JSON.stringify(inputs)).not.toContain('"$ref"');
    expect(
      operations.flatMap(({ name, operation }) => undescribedInputs(operation).map((input) => `${name}: ${input}`)),
    ).toEqual([]);
  });

  it("declares the media types of responses that are not JSON", () => {
    const types = (name: string) =>
      Object.keys(operations.find((each) => each.name === name)!.operation.responses["200"]!.content ?? {});
    expect(types("GET /api/analytics/bots")).toEqual(["application/json", "text/csv"]);
    expect(types("GET /api/seo-spider/runs/{runId}/export")).toEqual(["text/csv", "application/jsonl"]);
    expect(types("GET /api/ai-mentions/runs")).toEqual(["application/json", "text/csv"]);
    expect(types("GET /api/ai-mentions/reports/{reportId}")).toEqual(["text/markdown", "text/html"]);
    expect(types("GET /api/ai-mentions/prompts")).toEqual(["application/json"]);
  });

  it("uses every error code of the table in some operation", () => {
    // These codes belong to no operation: they report unknown paths and wrong methods, and what only apps at /mcp meet.
    const general = new Set(["not_found", "method_not_allowed", "insufficient_scope"]);
    const named = new Set(operations.flatMap(({ operation }) => codesOf(operation)));
    expect(Object.keys(ERRORS).filter((code) => !named.has(code) && !general.has(code))).toEqual([]);
  });
});

describe("reading and generating from the document", () => {
  it("lists the operations in the order of the tags, each with an id of its own", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual(Object.keys(READING_ORDER).sort());
    const tags = operations.map(({ operation }) => operation.tags[0]!);
    expect(tags.filter((tag, i) => tag !== tags[i - 1])).toEqual(Object.keys(TAGS));
  });

  it("has an example of every body, as its schema says", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const bodies = operations.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}));
    const answers = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
    );
    expect(bodies.filter(({ example }) => example === undefined)).toEqual([]);
    const shown = answers.filter(({ example }) => example !== undefined);
    expect(shown.length).toBe(Object.keys(ANSWER_EXAMPLES).length);
    for (const { schema, example } of [...bodies, ...shown])
      expect([example, ajv.validate(schema, example), ajv.errorsText()]).toEqual([example, true, "No errors"]);
  });
});

describe("the webhooks of the document", () => {
  it("are the table of events, each with an example as its schema says", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { webhooks } = document as unknown as { webhooks: Record<string, { post: Operation }> };
    expect(Object.keys(webhooks)).toEqual(EVENT_NAMES);
    for (const [name, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post.requestBody!.content["application/json"]!;
      expect([name, ajv.validate(schema, example), ajv.errorsText()]).toEqual([name, true, "No errors"]);
      expect(ajv.validate(schema, { ...(example as object), type: "another" }), name).toBe(false);
    }
  });
});

describe("an answer that the document does not describe", () => {
  const check = responseChecker(document);
  const given = { method: "GET", path: "/healthz", status: 200, contentType: "application/json", text: '{"ok":true}' };

  it.each([
    ["another status", { status: 201 }, "no such status"],
    ["another type", { contentType: "text/plain" }, "no text/plain"],
    ["another value", { text: '{"ok":false}' }, "must be equal to constant"],
    ["a further field", { text: '{"ok":true,"further":1}' }, "must NOT have additional properties"],
    ["a missing field", { text: "{}" }, "must have required property"],
    ["an unknown path", { path: "/healthy" }, "no operation has this path"],
    [
      "a code of another operation",
      { status: 500, text: '{"error":"invalid_urls","message":"","requestId":""}' },
      "allowed values",
    ],
  ])("is found by %s", (_what, change, fault) => {
    expect(check(given)).toBeNull();
    expect(check({ ...given, ...change })).toContain(fault);
  });
});

describe("queries", () => {
  /** Pages and probes that others link to with parameters of their own, and a page's own address. */
  const OPEN = new Set([
    "GET /healthz",
    "GET /bots",
    "GET /render/{url}",
    "GET /api/auth/get-session",
    "GET /referrals.js",
  ]);
  const ODD = ["0x10", "1e2", " 5", "+5", "٣", "5.0", "05", ""];
  let credentials: Record<string, Record<string, string>>;

  beforeAll(async () => {
    const account = await newAccount("pro");
    credentials = { apiKey: account.auth, session: await signIn(account.email), operator: OPERATOR };
  });

  async function issuesOf(name: string, operation: Operation, query: string): Promise<string> {
    const path = name.split(" ")[1]!.replaceAll(/\{\w+\}/g, "x");
    const [scheme = ""] = operation.security.flatMap((each) => Object.keys(each));
    const { status, body } = await call("GET", `${path}?${query}`, { headers: credentials[scheme] });
    return status === 400 ? JSON.stringify(body.issues) : `${status}`;
  }

  it("refuse a parameter that does not exist", async () => {
    for (const { name, operation } of operations.filter((each) => each.name.startsWith("GET "))) {
      if (OPEN.has(name)) continue;
      expect(await issuesOf(name, operation, "nonsense=1"), name).toContain("nonsense");
    }
  });

  it("refuse a number in any spelling but decimal digits", async () => {
    const numbers = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).flatMap((each) =>
        each.in === "query" && each.schema.type === "integer" ? [{ name, operation, parameter: each.name }] : [],
      ),
    );
    expect(numbers.length).toBeGreaterThan(10);
    for (const { name, operation, parameter } of numbers)
      for (const odd of ODD)
        expect(
          await issuesOf(name, operation, `${parameter}=${encodeURIComponent(odd)}`),
          `${name} ${parameter}=${odd}`,
        ).toContain(`"path":"${parameter}"`);
  });
});

describe("/docs", () => {
  const POLICY = /default-src 'none'; script-src 'self'; style-src 'self';/;
  /** What a browser shows of a page, and its size as it is sent. */
  async function open(path: string) {
    const { status, headers, body } = await call<string>("GET", path);
    const zipped = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
    const bytes = (await new Response(zipped).arrayBuffer()).byteLength;
    expect([path, headers.get("content-security-policy")]).toEqual([path, expect.stringMatching(POLICY)]);
    expect(body, path).not.toMatch(/(src|href)="https?:|\sstyle=|<style|undefined|\[object/);
    return { status, body, bytes };
  }
  const codes = (body: string) => new Set([...body.matchAll(/<code[^>]*>([^<]+)<\/code>/g)].map(([, text]) => text));

  it("lists all operations and events by what they do, narrows them to a search, and loads nothing from elsewhere", async () => {
    const { status, body } = await open("/docs");
    expect(status).toBe(200);
    expect(body).toMatch(
      /<a href="\/docs\/listPrompts">List a domain&#39;s monitoring prompts<\/a> <code>GET \/api\/ai-mentions\/prompts/,
    );
    const items = (html: string) => html.match(/<li data-filter-item="[^"]+">/g)?.length ?? 0;
    expect(items(body)).toBe(operations.length + EVENT_NAMES.length);
    const narrowed = await open("/docs?q=monitoring%20GET");
    expect(items(narrowed.body)).toBeGreaterThan(0);
    expect(items(narrowed.body)).toBeLessThan(10);
    expect((await open("/docs?q=nothing-fits-this")).body).toContain("No matches");
  });

  it("has a page of each operation, with its inputs, its answers' fields and its errors, in at most 60 KB", async () => {
    for (const { operation } of operations) {
      const { status, body, bytes } = await open(`/docs/${operation.operationId}`);
      expect([operation.operationId, status, body.match(/<h1/g)?.length]).toEqual([operation.operationId, 200, 1]);
      const schemas = [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
        Object.values(each?.content ?? {}).map(({ schema }) => schema as Schema),
      );
      const fields = schemas.flatMap((schema) => (schema as ErrorSchema).properties?.error?.enum ?? fieldNames(schema));
      const named = [...(operation.parameters ?? []).map(({ name }) => name), ...fields];
      const shown = codes(body);
      expect(
        named.filter((name) => !shown.has(name)),
        operation.operationId,
      ).toEqual([]);
      // Scripts and the stylesheet take 10 KB of a first view.
      expect(bytes, operation.operationId).toBeLessThan(50_000);
    }
    for (const name of EVENT_NAMES) expect((await open(`/docs/${name}`)).body).toContain("webhook-signature");
  });

  it("explains each error where the operations lead, and has a page for what does not exist", async () => {
    const { body } = await open("/docs/errors");
    expect(Object.keys(ERRORS).filter((code) => !body.includes(`<code id="${code}">`))).toEqual([]);
    for (const path of ["/docs/noSuchOperation", "/docs/startAudit/more", "/docs/__proto__"]) {
      const { status, body: html } = await open(path);
      expect([path, status, html.match(/<h1/g)?.length]).toEqual([path, 404, 1]);
    }
  });
});

describe("the typed client", () => {
  it("starts an audit and reads it", async () => {
    const site = await newSite({ "/": { body: html() } });
    const { auth } = await newAccount("pro", [site.host]);
    const client = createClient({
      baseUrl: "http://api.test",
      key: auth["x-service-api-key"],
      fetch: (url, init) => exports.default.fetch(url, init),
    });
    const { runId, status } = await client.startAudit({
      body: { domain: site.host, urls: [`${site.origin}/`], mode: "selected" },
    });
    expect(status).toBe("running");
    const { runs } = await client.listAudits();
    expect(runs.map((run) => run.id)).toEqual([runId]);
    const again = client.startAudit({ body: { domain: site.host, urls: [`${site.origin}/`], mode: "selected" } });
    await expect(again).rejects.toMatchObject({ code: "run_already_active", details: { runId } });
  });
});
