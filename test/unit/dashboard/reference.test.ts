import { describe, expect, it } from "vitest";
import { clientCall, curlCall, literalOf } from "../../../src/dashboard/pages/docs/call-examples";
import {
  EVENTS,
  fitsSearch,
  listOperations,
  type DescribedApi,
  type DescribedOperation,
} from "../../../src/dashboard/pages/docs/described";
import { wordLimits } from "../../../src/dashboard/pages/docs/word-limits";
import { operationView } from "../../../src/dashboard/pages/docs/operation-view";
import { sampleOf } from "../../../src/dashboard/pages/docs/sample-of";
import { schemaView } from "../../../src/dashboard/pages/docs/schema-view";

const text = { type: "string" };

describe("a schema as people read it", () => {
  it.each([
    [{ type: ["string", "null"] }, "string or null"],
    [{ anyOf: [{ type: "null" }, { type: "integer" }] }, "integer or null"],
    [{ type: "array", items: text }, "list of strings"],
    [{ type: "array", items: { anyOf: [text, { type: "null" }] } }, "list of strings or null"],
    [{ type: "object", additionalProperties: { type: "integer" } }, "record of integers"],
    [{ type: "array", items: { type: "array", items: { type: "number" } } }, "list of lists of numbers"],
    [{ enum: ["a", null] }, "string or null"],
    [{}, "any value"],
  ])("names %j", (schema, name) => {
    expect(schemaView(schema).name).toBe(name);
  });

  it("has the fields of objects, of lists of objects and of JSON in a string", () => {
    const object = { type: "object", properties: { id: { ...text, description: "Its id" } }, required: ["id"] };
    for (const schema of [object, { type: "array", items: object }, { ...text, contentSchema: object }])
      expect(schemaView(schema).fields).toMatchObject([{ name: "id", required: true, description: "Its id" }]);
    expect(schemaView({ anyOf: [object, { type: "null" }] })).toMatchObject({ name: "object or null", choices: [] });
  });

  it("identifies the objects of a union by the field that has one value", () => {
    const of = (action: string) => ({ type: "object", properties: { action: { const: action }, n: text } });
    const { choices, fields } = schemaView({ oneOf: [of("create"), of("delete")] });
    expect([choices.map(({ name }) => name), fields]).toEqual([["action: create", "action: delete"], []]);
  });

  it("resolves references, and ends where a schema is recursive or refers to nothing", () => {
    const root = {
      components: {
        schemas: {
          "a/b": {
            type: "object",
            properties: { name: text, parts: { type: "array", items: { $ref: "#/components/schemas/a~1b" } } },
          },
        },
      },
    };
    const view = schemaView({ $ref: "#/components/schemas/a~1b", description: "beside" }, root);
    expect(view.fields.map(({ name }) => name)).toEqual(["name", "parts"]);
    expect(view.fields[1]!.type).toMatchObject({ name: "list of a~1b", fields: [] });
    expect(schemaView({ $ref: "https://elsewhere.test/x" }, root).name).toBe("x");
    expect(schemaView({ $ref: "#/__proto__/toString" }, root).fields).toEqual([]);
    expect(sampleOf({ $ref: "#/components/schemas/a~1b" }, root)).toEqual({ name: "…", parts: [null] });
  });

  it("ends at a bounded depth", () => {
    let deep: object = text;
    for (let i = 0; i < 200; i++) deep = { type: "object", properties: { inner: deep } };
    const depth = JSON.stringify(schemaView(deep)).split('"inner"').length;
    expect([depth > 5, depth < 20]).toEqual([true, true]);
    expect(JSON.stringify(sampleOf(deep)).length).toBeLessThan(400);
  });

  it("merges the parts of allOf", () => {
    const allOf = [{ properties: { a: text }, required: ["a"] }, { properties: { b: text } }];
    expect(
      schemaView({ type: "object", allOf } as object).fields.map(({ name, required }) => [name, required]),
    ).toEqual([
      ["a", true],
      ["b", false],
    ]);
  });
});

describe("limits", () => {
  it.each([
    [{ minLength: 1, maxLength: 300 }, ["1 to 300 characters"]],
    [{ minLength: 0, maxItems: 1 }, ["at most 1 item"]],
    [{ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, []],
    [{ minimum: 0, maximum: 10_000 }, ["0 to 10,000"]],
    [{ minimum: 5, maximum: 5 }, ["exactly 5"]],
    [{ default: false, pattern: "^a$" }, ["matches `^a$`", "default `false`"]],
    [{ format: "uri", pattern: "^x$" }, ["absolute URL"]],
    [{ pattern: "x".repeat(100), default: "" }, []],
  ])("of %j", (schema, limits) => {
    expect(wordLimits(schema)).toEqual(limits);
  });

  it("of a list tell its own from those of its items", () => {
    expect(schemaView({ type: "array", maxItems: 50, items: { ...text, maxLength: 9 } }).limits).toEqual([
      "at most 50 items",
      "each: at most 9 characters",
    ]);
  });
});

const api = (path: string, method: string, operation: DescribedOperation): DescribedApi => ({
  info: { version: "1" },
  tags: [],
  components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "s" } } },
  paths: { [path]: { [method]: operation } },
});

const viewOf = (path: string, method: string, operation: DescribedOperation) => {
  const document = api(path, method, operation);
  return operationView(document, listOperations(document)[0]!, "https://api.test");
};

describe("an operation", () => {
  const answers = { "204": { description: "Success" } };

  it("has commands that shells and URLs can't misread", () => {
    const { curl } = viewOf("/x/{id}", "patch", {
      operationId: "change",
      security: [{ session: [] }],
      parameters: [
        { name: "id", in: "path", required: true, example: "a/b'c" },
        { name: "q", in: "query", required: true, example: "1&2" },
        { name: "unneeded", in: "query", example: 1 },
      ],
      requestBody: { content: { "application/json": { schema: {}, example: { name: "it's" } } } },
      responses: answers,
    });
    expect(curl).toBe(
      String.raw`curl 'https://api.test/x/a%2Fb'\''c?q=1%262' \
  -X PATCH \
  -b cookies.txt \
  -H 'content-type: application/json' \
  -d '{"name":"it'\''s"}'`,
    );
  });

  it("is called by the typed client if that has it", () => {
    const parameters = [{ name: "id", in: "path", required: true, schema: text }];
    const call = (operationId: string) => viewOf("/w/{id}", "delete", { operationId, parameters, responses: answers });
    expect(call("deleteWebhook").client).toBe('await crawlready.deleteWebhook({ path: { id: "ID" } });');
    expect(call("operatorDeleteAccount").client).toBeNull();
    expect(call("toString").client).toBeNull();
  });

  it("lists errors by code, also where only the description names them", () => {
    const { errors, answers: shown } = viewOf("/x", "head", {
      responses: {
        "200": { description: "Success" },
        "404": { description: "The page does not exist" },
        "503": { description: "`temporarily_unavailable`: a; b; `mail_unavailable`: c" },
      },
    });
    expect(errors.map(({ status, code }) => `${status} ${code}`)).toEqual([
      "503 temporarily_unavailable",
      "503 mail_unavailable",
    ]);
    expect(shown.map(({ status }) => status)).toEqual(["200", "404"]);
  });

  it("that we send has no commands", () => {
    const document = { ...api("/x", "get", { responses: {} }), webhooks: { "a.b": { post: { responses: answers } } } };
    const event = listOperations(document).at(-1)!;
    expect(event).toMatchObject({ id: "a.b", tag: EVENTS });
    expect(operationView(document, event, "")).toMatchObject({ curl: null, client: null, isEvent: true });
  });
});

it("a value is written as TypeScript, on one line where it fits", () => {
  expect(literalOf({ a: [1, "x"], "b-c": null, d: {} }, "")).toBe('{ a: [1, "x"], "b-c": null, d: {} }');
  expect(literalOf({ list: ["x".repeat(50), "y".repeat(50)] }, "")).toBe(
    `{\n  list: [\n    "${"x".repeat(50)}",\n    "${"y".repeat(50)}",\n  ],\n}`,
  );
});

it("a search finds texts in which every word occurs", () => {
  expect(["list AUDITS", "  ", "audits POST"].map((search) => fitsSearch("List audits GET", search))).toEqual([
    true,
    true,
    false,
  ]);
});

it("both calls name what a body of text is", () => {
  const [operation] = listOperations(api("/api/logs", "post", { operationId: "importLog", responses: {} }));
  const input = { operation: operation!, baseUrl: "", credentials: [], body: undefined, takesText: true };
  expect(curlCall(input)).toContain("--data-binary @access.log");
  expect(clientCall(input)).toContain('text: "…"');
});
