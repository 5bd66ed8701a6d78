import { existsSync, readdirSync, readFileSync } from "node:fs";
import crawlers from "crawler-user-agents" with { type: "json" };
import UserAgent from "user-agents";
import { describe, expect, it } from "vitest";
import { connectMarkdown } from "../../scripts/dev/connect-page.ts";
import { CRAWLER_AGENTS } from "../../src/analytics/catalogue/agents";
import { EXAMPLE_CODE } from "../../src/dashboard/pages/cache/connect/example-code";
import { GUIDES } from "../../src/dashboard/pages/cache/connect/guides";
import { isAssetPath } from "../../src/web/assets";
import { OBSERVED_AGENTS } from "../support/observed-agents";

it("docs/connect.md matches the guides of the dashboard (npm run docs writes it)", async () => {
  await expect(connectMarkdown(GUIDES)).toMatchFileSnapshot("../../docs/connect.md");
});

const folders = readdirSync("examples", { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe("the examples", () => {
  it("each have a guide, a README and a place in the list", () => {
    expect(GUIDES.flatMap(({ example }) => example ?? []).sort()).toEqual(folders.map(({ name }) => name).sort());
    const list = readFileSync("examples/README.md", "utf8");
    expect(folders.filter(({ name }) => !list.includes(`](${name})`))).toEqual([]);
  });

  it("are shown as they are", () => {
    const steps = GUIDES.flatMap((guide) => guide.steps);
    const shown = new Set(steps.map((step) => (typeof step === "string" ? "" : step.code)));
    expect(Object.entries(EXAMPLE_CODE).filter(([, code]) => !shown.has(code))).toEqual([]);
    expect(readFileSync("examples/express/server.mjs", "utf8")).toContain("app.use(crawlready);");
    const middleware = readFileSync("examples/vite/crawlready.mjs", "utf8");
    expect(middleware).toBe(EXAMPLE_CODE["express/crawlready.mjs"]);
  });

  it("pin the versions of their packages", () => {
    for (const { name } of folders) {
      const file = `examples/${name}/package.json`;
      if (!existsSync(file)) continue;
      const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> };
      for (const [pack, version] of Object.entries(dependencies))
        expect([pack, version]).toEqual([pack, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    }
  });
});

/** The function that those of TypeScript share. Only its time limit differs. */
const SHARED = /^const SERVICE[\s\S]*?^\}\n/m;

/** The alternatives of user agents, and of files' endings, that a text has. */
const AGENTS = /\[\^u\]bot[^\s/")]*/;
const FILES = /m\?js\|css[^\s/")]*/;

describe("code to copy", () => {
  it("is the same for all that have requests of the web's kind", () => {
    const typed = Object.entries(EXAMPLE_CODE).filter(([file]) => file.endsWith(".ts"));
    const shared = typed.map(([, code]) => SHARED.exec(code)![0].replace("20_000", "30_000"));
    expect(typed.length).toBeGreaterThan(6);
    expect(new Set(shared).size).toBe(1);
  });

  it("tells crawlers and files alike everywhere", () => {
    const deciding = Object.entries(EXAMPLE_CODE).filter(([file]) => !/origin-request|plugin/.test(file));
    for (const pattern of [AGENTS, FILES])
      expect([...new Set(deciding.map(([, code]) => pattern.exec(code)?.[0]))]).toHaveLength(1);
    for (const ending of "js mjs css map json xml txt png jpg jpeg woff2 webmanifest".split(" "))
      expect([ending, isAssetPath(`/a.${ending}`)]).toEqual([ending, true]);
  });
});

describe("the crawlers of code to copy", () => {
  const pattern = new RegExp(AGENTS.exec(EXAMPLE_CODE["express/crawlready.mjs"])![0], "i");

  it("are those that matter in the catalogue", () => {
    const kinds = new Set(["search", "llm-search", "llm-user", "llm-training", "social"]);
    const known = (crawlers as Array<{ instances: string[] }>).flatMap(({ instances }) => instances);
    const named = CRAWLER_AGENTS.filter(({ kind }) => kinds.has(kind));
    const agents = [...OBSERVED_AGENTS, ...known].filter((agent) => named.some(({ token }) => agent.includes(token)));
    const missed = agents.filter((agent) => !pattern.test(agent));
    expect(agents.length).toBeGreaterThan(500);
    // The rest are rare, and have names like any word's.
    expect(missed.length / agents.length).toBeLessThan(0.07);
    for (const token of [
      "Googlebot",
      "bingbot",
      "GPTBot",
      "ChatGPT-User",
      "ClaudeBot",
      "Claude-User",
      "PerplexityBot",
      "YouBot",
      "MistralAI-User",
      "Google-InspectionTool",
      "GoogleOther",
      "meta-externalagent",
      "facebookexternalhit",
      "WhatsApp",
      "Slurp",
      "Applebot",
      "Amazonbot",
    ])
      expect([token, pattern.test(`Mozilla/5.0 (compatible; ${token}/1.0)`)]).toEqual([token, true]);
  });

  it("are no people", () => {
    const people = Array.from({ length: 2_000 }, () => new UserAgent().toString());
    people.push("Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 Chrome/79.0 Mobile Safari/537.36");
    expect(people.filter((agent) => pattern.test(agent))).toEqual([]);
  });
});
