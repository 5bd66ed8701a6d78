import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { files, imports } from "./sources.ts";

const CAPABILITIES = ["web", "mail", "accounts", "prerender", "audit", "analytics", "insights", "mentions"];
const MAY_IMPORT: Record<string, string[]> = {
  web: [],
  mail: [],
  accounts: ["web", "mail"],
  analytics: ["accounts", "web"],
  prerender: ["web", "accounts", "analytics"],
  audit: ["web", "accounts", "analytics", "prerender"],
  insights: ["accounts", "audit", "analytics", "web", "mentions"],
  mentions: ["accounts", "audit", "analytics", "prerender", "web"],
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

  it("imports another capability only through its index", () => {
    const wrong = imports.filter(({ from, to }) => {
      const other = capabilityOf(`${to}/`);
      return capabilityOf(from) && other && capabilityOf(from) !== other && to !== other;
    });
    expect(wrong).toEqual([]);
  });

  it("keeps capabilities out of http and lib", () => {
    expect(imports.filter(({ from, to }) => /^(http|lib)\//.test(from) && capabilityOf(`${to}/`))).toEqual([]);
  });

  it("sends to a queue only in the area that consumes it", () => {
    const owners: Record<string, RegExp> = { ANALYSIS_QUEUE: /^mentions\//, CRAWL_QUEUE: /^audit\// };
    for (const [queue, owner] of Object.entries(owners)) {
      const senders = files("src").filter((file) => new RegExp(`\\b${queue}\\.send`).test(readFileSync(file, "utf8")));
      const outside = senders.map((file) => path.relative("src", file)).filter((file) => !owner.test(file));
      // The operator sends dead letters back to their queue.
      expect([queue, ...outside]).toEqual([queue, "dead-letters.ts"]);
    }
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
    ["drizzle-orm", /(^|\/)repo(\.ts$|\/)|-repo\.ts$|^db\//],
    ["hono", /^(app|client|own-api)\.ts$|^http\/|routes\.ts$|^accounts\/middleware\/|^dashboard\//],
    ["cloudflare:workers", /\.do\.ts$|^index\.ts$/],
    ["@cloudflare/puppeteer", /^prerender\/browser\//],
    ["htmlparser2", /^web\//],
    ["entities", /^web\//],
  ])("keeps %s where it belongs", (name, allowed) => {
    const users = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`)).map(({ from }) => from);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((file) => !allowed.test(file))).toEqual([]);
  });

  // mail/send-by-http.ts calls the operator's mail API, and mentions/providers/ask.ts the AI providers, whose URLs the
  // operator sets.
  it("fetches other people's sites only through guardedFetch", () => {
    const callers = files("src").filter((file) =>
      /(?<![.\w])fetch\(/.test(readFileSync(file, "utf8").replaceAll(/async fetch\(/g, "")),
    );
    expect(callers.map((file) => path.relative("src", file)).sort()).toEqual([
      // Text that customers copy.
      "dashboard/pages/cache/snippets.ts",
      "mail/send-by-http.ts",
      "mentions/providers/ask.ts",
      "prerender/origin.ts",
      "web/guarded-fetch.ts",
    ]);
  });

  it.each([
    ["index.ts", /"\.\/(app|dashboard\/routes|queues|crons|run-job)"/],
    ["accounts/open-auth.ts", /"\.\/auth-library"/],
    ["prerender/browser/browser-sessions.ts", /"\.\/remote-browser"/],
    ["prerender/store.ts", /"\.\/markdown"/],
  ])("lets %s load on first use what start-up does not need", (file, late) => {
    const lines = readFileSync(path.join("src", file), "utf8").split("\n");
    const uses = lines.filter((line) => late.test(line));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => /^(import(?! type)|export|\}) /.test(line))).toEqual([]);
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
