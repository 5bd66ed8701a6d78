import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { evaluatedBy, files, imports } from "./sources.ts";

const CAPABILITIES = [
  "web",
  "mail",
  "accounts",
  "prerender",
  "audit",
  "analytics",
  "insights",
  "mentions",
  "automation",
  "hostnames",
  "mcp",
];
const MAY_IMPORT: Record<string, string[]> = {
  web: [],
  mail: [],
  accounts: ["web", "mail"],
  analytics: ["accounts", "web"],
  prerender: ["web", "accounts", "analytics"],
  audit: ["web", "accounts", "analytics", "prerender"],
  insights: ["accounts", "audit", "analytics", "web", "prerender", "mentions"],
  mentions: ["accounts", "audit", "analytics", "prerender", "web"],
  automation: ["web", "mail", "accounts", "analytics", "prerender", "audit", "insights"],
  hostnames: ["accounts"],
  mcp: ["web", "accounts", "audit"],
};
/** Folders with pure code: the result depends only on the arguments. */
const PURE = [/\/core\//, /^lib\//, /^audit\/model\//, /^audit\/checks\//, /^audit\/analysis\/figures\//];
const isPure = (file: string) => PURE.some((folder) => folder.test(file));
const capabilityOf = (file: string) => CAPABILITIES.find((name) => file.startsWith(`${name}/`));

describe("import rules", () => {
  it("limits which capabilities a capability imports", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [capabilityOf(from), capabilityOf(`${to}/`)];
      return own && other && own !== other && !MAY_IMPORT[own]!.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  // Schemas and the reader of pages have doors of their own, because start-up evaluates what an index exports.
  it("imports another capability only through its index, its schemas or web/html", () => {
    const wrong = imports.filter(({ from, to }) => {
      const other = capabilityOf(`${to}/`);
      return (
        capabilityOf(from) &&
        other &&
        capabilityOf(from) !== other &&
        ![other, `${other}/schemas`, "web/html"].includes(to)
      );
    });
    expect(wrong).toEqual([]);
  });

  it("keeps capabilities out of http, lib and events", () => {
    expect(imports.filter(({ from, to }) => /^(http|lib|events)\//.test(from) && capabilityOf(`${to}/`))).toEqual([]);
  });

  it("sends to a queue only in the area that consumes it", () => {
    const owners: Record<string, RegExp> = { ANALYSIS_QUEUE: /^mentions\//, CRAWL_QUEUE: /^audit\// };
    for (const [queue, owner] of Object.entries(owners)) {
      const senders = files("src").filter((file) => new RegExp(`\\b${queue}\\.send`).test(readFileSync(file, "utf8")));
      const outside = senders.map((file) => path.relative("src", file)).filter((file) => !owner.test(file));
      expect([queue, ...outside]).toEqual([queue]);
    }
  });

  it("keeps the client free of everything else, since it is published by itself", () => {
    expect(imports.filter(({ from }) => from.startsWith("client/")).length).toBeGreaterThan(5);
    expect(imports.filter(({ from, to }) => from.startsWith("client/") && !to.startsWith("client/"))).toEqual([]);
  });

  it("keeps lib free of imports from the rest of src", () => {
    expect(
      imports.filter(({ from, to }) => from.startsWith("lib/") && !to.startsWith("lib/") && to.includes("/")),
    ).toEqual([]);
  });

  it.each(PURE)("has pure code in %s", (folder) => {
    expect(files("src").filter((file) => folder.test(path.relative("src", file))).length).toBeGreaterThan(5);
  });

  it("keeps pure code free of the platform, the database and the network", () => {
    const wrong = /drizzle|cloudflare:|hono|^db\/|\/repo(\/|$)|\.do$|^http\//;
    expect(imports.filter(({ from, to }) => isPure(from) && wrong.test(to))).toEqual([]);
  });

  it.each([
    ["drizzle-orm", /(^|\/)repo\/|-(repo|rows)\.ts$|^db\//],
    ["hono", /^api\/(app|own-api)\.ts$|^http\/|routes\.ts$|^accounts\/middleware\/|^dashboard\//],
    [
      "cloudflare:workers",
      /\.do\.ts$|^index\.ts$|^usage\/metered-object\.ts$|^db\/recoverable\.ts$|^doctor\/probed-object\.ts$/,
    ],
    ["@cloudflare/puppeteer", /^prerender\/browser\//],
    ["htmlparser2", /^web\//],
    ["entities", /^web\//],
  ])("keeps %s where it belongs", (name, allowed) => {
    const users = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`)).map(({ from }) => from);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((file) => !allowed.test(file))).toEqual([]);
  });

  // client/ is the program of those who call us. automation/deploy-hook/steps/index-now.ts calls IndexNow, mail/send-by-http.ts the
  // operator's mail API, and mentions/providers/ask.ts the AI providers: the operator sets their URLs.
  // The dashboard's guides have code to copy.
  it("fetches other people's sites only through guardedFetch", () => {
    const code = (file: string) =>
      readFileSync(file, "utf8")
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
        .replaceAll(/async fetch\(/g, "");
    // As a call, as a value (`const send = fetch`, `{ fetch }`), or of the global object.
    const callers = files("src").filter((file) =>
      /(?<![.\w"`])fetch\(|\b(?:globalThis|self)\.fetch\b|[=(,?:]\s*fetch\s*[;,)}\n]|cloudflare:sockets/.test(
        code(file),
      ),
    );
    expect(callers.map((file) => path.relative("src", file)).sort()).toEqual([
      "automation/deploy-hook/steps/index-now.ts",
      "client/send-with-retries.ts",
      // Scripts of pages, which read a page of ours again.
      "dashboard/browser/filters.ts",
      "dashboard/browser/poll.ts",
      "dashboard/browser/search.ts",
      "dashboard/pages/cache/connect/example-code.ts",
      // Cloudflare's API, at the address that the operator sets.
      "hostnames/call-cloudflare.ts",
      "mail/send-by-http.ts",
      "mentions/providers/ask.ts",
      // Scripts for pages in the renderer's browser, which replace the page's own.
      "prerender/browser/scripts/quiet-script.ts",
      "prerender/browser/scripts/socket-script.ts",
      "prerender/serve/origin.ts",
      "web/fetch/guarded-fetch.ts",
    ]);
  });

  it.each([
    ["index.ts", /"\.\/(api\/app|dashboard\/routes|jobs\/(queues|run-job)|mcp\/routes)"/],
    ["accounts/sessions/open-auth.ts", /"\.\/auth-library"/],
    ["prerender/browser/browser-sessions.ts", /"\.\/driver\/remote-browser"/],
    ["prerender/cache/snapshot-bucket.ts", /"\.\/markdown"/],
  ])("lets %s load on first use what start-up does not need", (file, late) => {
    const lines = readFileSync(path.join("src", file), "utf8").split("\n");
    const uses = lines.filter((line) => late.test(line));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => /^(import(?! type)|export|\}) /.test(line))).toEqual([]);
  });

  it("evaluates no schema, HTML parser or list of suffixes at start-up", () => {
    const evaluated = evaluatedBy("index.ts");
    expect(evaluated.length).toBeGreaterThan(100);
    const late = /^(hono$|(zod|htmlparser2|entities|css-what|better-auth|@modelcontextprotocol)(\/|$))/;
    expect(evaluated.filter((name) => late.test(name))).toEqual([]);
  });

  it("passes the clock in to pure code", () => {
    const users = files("src").filter(
      (file) =>
        isPure(path.relative("src", file)) &&
        /Date\.now\(|new Date\(\)|Math\.random\(/.test(readFileSync(file, "utf8")),
    );
    expect(users).toEqual([]);
  });
});

describe("the command line", () => {
  /** `import … from "…/src/x"`, without imports of types. */
  const used = files("cli").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^import (?!type )[^;]*? from "(?:\.\.\/)+src\/([^"]+)";/gm)].map(
      (match) => match[1]!,
    ),
  );

  it("takes only pure code from src, and drives everything else by the API", () => {
    expect(new Set(used)).toEqual(
      new Set([
        "analytics/catalogue/agents",
        "analytics/catalogue/classify",
        "client",
        "doctor/core/judge-checkup",
        "insights/core/errand-walk",
        "insights/core/errand-words",
        "lib/hosts/not-found",
        "lib/text/agent-text",
        "lib/text/csv",
        "lib/text/json",
        "lib/text/strangers-text",
        "lib/text/text-up-to",
        "prerender/core/verify-ledger",
        "web/fetch/crawler-agents",
        "web/fetch/egress",
        "web/site/agent-view",
        "web/site/robots",
      ]),
    );
  });

  it("has pure reports", () => {
    const impure = /from "(?:node:(?!crypto")|\.\.\/(?!cli-error)(?!\.\.\/src\/))|Date\.now\(|process\./;
    expect(files("cli/report").filter((file) => impure.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
