import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripTypeScriptTypes } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildClient } from "../../scripts/dev/client.ts";
import { clientOperations } from "../../scripts/dev/client-types.ts";
import { openApiOf } from "../../scripts/dev/openapi-document.ts";
import { OPERATIONS, type ResponseOf } from "../../src/client/index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "crawlready-client-"));
const installed = path.join(folder, "node_modules/crawlready");

/** A folder in which the packed entry is the only package. */
beforeAll(async () => {
  await buildClient(path.join(installed, "dist/client"));
  const { name, version, type, exports } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, unknown>;
  writeFileSync(path.join(installed, "package.json"), JSON.stringify({ name, version, type, exports }));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles programs with TypeScript's own libraries and returns what the compiler says. */
function compile(programs: Record<string, string>, moduleResolution: "bundler" | "nodenext"): string {
  const own = path.join(folder, moduleResolution);
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, "package.json"), JSON.stringify({ type: "module" }));
  for (const [name, text] of Object.entries(programs)) writeFileSync(path.join(own, name), text);
  const module = moduleResolution === "bundler" ? "esnext" : "nodenext";
  const compilerOptions = {
    target: "es2022",
    module,
    moduleResolution,
    moduleDetection: "force",
    noEmit: true,
    strict: true,
    types: [],
    lib: ["es2022", "dom"],
    skipLibCheck: false,
  };
  writeFileSync(path.join(own, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(programs) }));
  const { stdout } = spawnSync(path.resolve("node_modules/.bin/tsc"), ["-p", own], { encoding: "utf8" });
  return stdout;
}

const examples = [...readFileSync("docs/client.md", "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text!);
const named = Object.fromEntries(examples.map((text, i) => [`example-${i}.ts`, text]));

/** Places in a document that require a property and do not describe it: generators and linters trip over them. */
function undescribed(node: unknown, place = ""): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, required, properties } = node as Record<string, unknown>;
  const known = new Set(Object.keys(properties ?? {}));
  const needed = type === "object" && Array.isArray(required) ? (required as string[]) : [];
  const missing = needed.filter((name) => !known.has(name)).map((name) => `${place}/${name}`);
  return [...missing, ...Object.entries(node).flatMap(([key, value]) => undescribed(value, `${place}/${key}`))];
}

it("the API's document describes each property that it requires", async () => {
  expect(undescribed({ type: "object", required: ["a"], additionalProperties: {} })).toEqual(["/a"]);
  expect(undescribed(await openApiOf<object>())).toEqual([]);
});

it("src/client/generated/operations.ts matches the API (npm run docs writes it)", async () => {
  const file = readFileSync("src/client/generated/operations.ts", "utf8");
  expect(clientOperations(await openApiOf())).toBe(file);
});

describe("the packed entry crawlready/client", () => {
  it("is where the package says", () => {
    const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(Object.values(exports["./client"])).toEqual(["./dist/client/index.d.ts", "./dist/client/index.js"]);
  });

  it("has types that import no other package, and a module that imports nothing", () => {
    const built = path.join(installed, "dist/client");
    const types = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
    expect(types.length).toBeGreaterThan(3);
    for (const name of types)
      expect(readFileSync(path.join(built, name), "utf8")).not.toMatch(/(from|import\() ?"[^."]|<reference/);
    expect(readFileSync(path.join(built, "index.js"), "utf8")).not.toMatch(/^import|\bfrom "/m);
  });

  it.each(["bundler", "nodenext"] as const)("compiles in a program without other types (%s)", (resolution) => {
    expect(compile(named, resolution)).toBe("");
  });

  it("refuses what the API would refuse", () => {
    const start = `import { createClient, isCrawlreadyError } from "crawlready/client";
const api = createClient({ baseUrl: "" });\n`;
    const wrong = {
      "mode.ts": `${start}await api.startAudit({ body: { domain: "a", urls: [], mode: "everything" } });`,
      "missing.ts": `${start}await api.readAudit();`,
      "field.ts": `${start}(await api.listAudits()).runs[0]!.score;`,
      "details.ts": `${start}try { await api.listAudits(); } catch (e) { if (isCrawlreadyError(e) && e.code === "plan_required") e.details.runId; }`,
      "item.ts": `${start}for await (const page of api.each.readAudit({ path: { runId: "1" } })) page.title;`,
    };
    const said = compile(wrong, "bundler");
    for (const name of Object.keys(wrong)) expect(said).toContain(`${name}(`);
    expect(said.match(/error TS/g)).toHaveLength(Object.keys(wrong).length);
  });
});

const runId = "5f0c6a0e-6c1b-4f1e-9d0a-2b7a3f1c8e55";
const run = { id: runId } as ResponseOf<"listAudits">["runs"][number];
const entry = { path: "/shoes", state: "fresh" } as ResponseOf<"listCachedPages">["entries"][number];
/** What the examples get. The compiler checks it against the API's description. */
const ANSWERS = {
  startAudit: { ok: true, runId, status: "running" } satisfies ResponseOf<"startAudit">,
  listAudits: { runs: [run] } satisfies ResponseOf<"listAudits">,
  listCachedPages: { entries: [entry], total: 1, nextCursor: null } satisfies ResponseOf<"listCachedPages">,
};

/** Stands in for the service. `busy.example.com` is being audited. */
const standIn = `
const answers = JSON.parse(process.env.ANSWERS);
globalThis.fetch = async (url, init) => {
  const { pathname, searchParams } = new URL(url);
  const refused = (status, error, extras) => Response.json({ error, message: pathname, requestId: "1", ...extras }, { status });
  if (new Headers(init.headers).get("x-service-api-key") !== "crk_your-key") return refused(401, "invalid_api_key");
  if (String(init.body).includes("busy.example.com")) return refused(409, "run_already_active", { runId: "${runId}" });
  if (searchParams.get("format") === "csv") return new Response("path", { headers: { "content-type": "text/csv; charset=UTF-8" } });
  const answer = answers[init.method + " " + pathname];
  return answer ? Response.json(answer) : refused(404, "not_found");
};
`;

describe("the examples of docs/client.md", () => {
  it("print what they say", () => {
    expect(examples.length).toBeGreaterThan(4);
    const byRoute = Object.entries(ANSWERS).map(([id, answer]) => [
      OPERATIONS[id as keyof typeof ANSWERS].join(" "),
      answer,
    ]);
    writeFileSync(path.join(folder, "stand-in.js"), standIn);
    for (const text of examples) {
      const file = path.join(folder, "example.js");
      writeFileSync(file, `import "./stand-in.js";\n${stripTypeScriptTypes(text)}`);
      const ran = spawnSync(process.execPath, [file], {
        encoding: "utf8",
        env: { ...process.env, NODE_OPTIONS: "", ANSWERS: JSON.stringify(Object.fromEntries(byRoute)) },
      });
      const promised = [...text.matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(([, line]) => line!);
      expect(promised.length).toBeGreaterThan(0);
      expect(`${ran.stderr}${ran.stdout}`.trim().split("\n")).toEqual(promised);
    }
  });
});
