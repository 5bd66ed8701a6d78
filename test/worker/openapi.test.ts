import { exports } from "cloudflare:workers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../src/app";
import { createClient } from "../../src/client";
import { ANSWER_EXAMPLES } from "../../src/http/examples";
import { EVENT_NAMES } from "../../src/events/event-types";
import { READING_ORDER } from "../../src/http/reading-order";
import { ERRORS } from "../../src/errors/table";
import { TAGS } from "../../src/http/operation";
import { answerChecker } from "../support/valid-answer.ts";
import { call, callRaw, newAccount, newSite, html, OPERATOR, signIn } from "./support/api.ts";

/** Pages for people and the document itself are not part of the API. */
const UNDESCRIBED = [/^\/docs/, /^\/openapi\.json$/, /^\/bots$/];
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
    // These codes belong to no operation: they report unknown paths and wrong methods.
    const general = new Set(["not_found", "method_not_allowed"]);
    const named = new Set(operations.flatMap(({ operation }) => codesOf(operation)));
    expect(Object.keys(ERRORS).filter((code) => !named.has(code) && !general.has(code))).toEqual([]);
  });
});

describe("reading and generating from the document", () => {
  it("lists the operations in the order of the tags, each with an id of its own", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual(Object.keys(READING_ORDER).sort());
    const tags = operations.map(({ operation }) => operation.tags[0]!);
    expect(tags.filter((tag, i) => tag !== tags[i - 1])).toEqual([...TAGS]);
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
  const check = answerChecker(document);
  const given = { method: "GET", path: "/healthz", status: 200, contentType: "application/json", text: '{"ok":true}' };

  it.each([
    ["another status", { status: 201 }, "no such status"],
    ["another type", { contentType: "text/plain" }, "no text/plain"],
    ["another value", { text: '{"ok":false}' }, "must be equal to constant"],
    ["a further field", { text: '{"ok":true,"version":1}' }, "must NOT have additional properties"],
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
  it("is a page that loads nothing from elsewhere", async () => {
    const page = await call<string>("GET", "/docs");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.body).toContain('spec-url="/openapi.json"');
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    const [, path = ""] = /src="(\/assets\/app\/reader-[^"]+)"/.exec(page.body)!;
    const script = await callRaw(path, {});
    const [, library = ""] = /"\.\/(openapi-explorer\.min-[A-Z0-9]{8}\.js)"/.exec(await script.text())!;
    const reader = await callRaw(`/assets/app/${library}`, {});
    expect([reader.status, reader.headers.get("content-type")]).toEqual([200, expect.stringContaining("javascript")]);
    await reader.body?.cancel();
    // Where scripts don't run, the operations are listed by what they do.
    expect(page.body).toMatch(
      /<noscript>.*List a domain&#39;s monitoring prompts <code>GET \/api\/ai-mentions\/prompts/s,
    );
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
