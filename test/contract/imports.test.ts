import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(path.join(folder, entry.name)) : path.join(folder, entry.name),
  );
}

interface Import {
  from: string;
  /** Path below src for our own modules, else the package's name. */
  to: string;
}

const imports: Import[] = files("src").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/(?:^|\n)(?:import|export)[^;]*?from "([^"]+)"/g)].map((match) => {
    const to = match[1]!;
    return {
      from: path.relative("src", file),
      to: to.startsWith(".") ? path.relative("src", path.join(path.dirname(file), to)) : to,
    };
  }),
);

const CAPABILITIES = ["web", "mail", "accounts", "prerender", "audit", "analytics", "insights", "mentions"];
const MAY_IMPORT: Record<string, string[]> = {
  web: [],
  mail: [],
  accounts: ["web", "mail"],
  analytics: ["accounts", "web"],
  prerender: ["web", "accounts", "analytics"],
  audit: ["web", "accounts", "analytics", "prerender"],
  insights: ["accounts", "audit", "analytics", "web"],
  mentions: ["accounts", "audit", "analytics", "web"],
};
const capabilityOf = (file: string) => CAPABILITIES.find((name) => file.startsWith(`${name}/`));

describe("who may import whom", () => {
  it("keeps capabilities to those they may know", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [capabilityOf(from), capabilityOf(`${to}/`)];
      return own && other && own !== other && !MAY_IMPORT[own]!.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  it("enters another capability through its index alone", () => {
    const wrong = imports.filter(({ from, to }) => {
      const other = capabilityOf(`${to}/`);
      return capabilityOf(from) && other && capabilityOf(from) !== other && to !== other;
    });
    expect(wrong).toEqual([]);
  });

  it("keeps lib free of everything of ours", () => {
    expect(
      imports.filter(({ from, to }) => from.startsWith("lib/") && !to.startsWith("lib/") && to.includes("/")),
    ).toEqual([]);
  });

  it("keeps core and checks free of the platform, the database and the network", () => {
    const pure = imports.filter(({ from }) => /\/(core|checks)\//.test(from));
    expect(pure.length).toBeGreaterThan(20);
    expect(pure.filter(({ to }) => /drizzle|cloudflare:|hono|db\/|\/repo(\/|$)|\.do$|http\//.test(to))).toEqual([]);
  });

  it.each([
    ["drizzle-orm", /(^|\/)repo(\.ts$|\/)|-repo\.ts$|^db\//],
    ["hono", /^(app|client)\.ts$|^http\/|routes\.ts$|^dashboard\//],
    ["cloudflare:workers", /\.do\.ts$|^index\.ts$/],
    ["@cloudflare/puppeteer", /^prerender\/browser\//],
    ["htmlparser2", /^web\//],
    ["entities", /^web\//],
  ])("keeps %s where it belongs", (name, allowed) => {
    const users = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`)).map(({ from }) => from);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((file) => !allowed.test(file))).toEqual([]);
  });

  // mail/send-by-http.ts speaks to the operator's mail API, mentions/providers/ask.ts to the AI providers, whose addresses the operator sets.
  it("asks other people's sites only through the guarded fetch", () => {
    const callers = files("src").filter((file) =>
      /(?<![.\w])fetch\(/.test(readFileSync(file, "utf8").replaceAll(/async fetch\(/g, "")),
    );
    expect(callers.map((file) => path.relative("src", file)).sort()).toEqual([
      "mail/send-by-http.ts",
      "mentions/providers/ask.ts",
      "prerender/origin.ts",
      "web/fetch.ts",
    ]);
  });

  it("takes the clock from outside in pure code", () => {
    const users = files("src").filter(
      (file) =>
        /\/(core|checks|lib)\//.test(file) &&
        /Date\.now\(|new Date\(\)|Math\.random\(/.test(readFileSync(file, "utf8")),
    );
    expect(users).toEqual([]);
  });
});
