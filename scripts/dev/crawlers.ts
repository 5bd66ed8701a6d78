// Shows which crawlers public lists have and the catalogue lacks: `npm run crawlers -- [--all] [list …]`.
import { build } from "esbuild";
import corpus from "crawler-user-agents";
import { isbot } from "isbot";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./config.ts";

type Classify = (userAgent: string) => { token: string | null } | null;

/** An agent of a list. Lists of names have no samples. */
interface Listed {
  name: string;
  about: string;
  samples: string[];
}

/** Names that public lists have and that we leave out on purpose. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "Applebot-Extended": "only a name in robots.txt",
  Code: "the editor VS Code, used by people",
  "Code\\/1\\.": "the editor VS Code, used by people",
  Cursor: "an editor, used by people",
  LCC: "too short to distinguish from other words",
  Lightpanda: "a browser that anybody can run",
  OpenAI: "is part of other agents' URLs",
  Operator: "a common word",
  Spider: "a common word; the agent of spider.com is listed",
  Trae: "an editor, used by people",
  "Trae\\/": "an editor, used by people",
  "TSM-turingos": "a browser's user agent with one more word",
};
/** The package's types leave out the tags. */
type Tagged = (typeof corpus)[number] & { tags: string[] };

/** What `crawler-user-agents` calls the agents that the catalogue is about. Others are SEO tools, monitors and feeds. */
const SUBJECTS = new Set<string>(["ai-crawler", "search-engine"]);

/** The catalogue imports without file extensions, so Node needs a bundle of it. */
async function loadClassify(): Promise<Classify> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlers-"));
  try {
    const outfile = path.join(folder, "classify.mjs");
    const entry = path.join(root, "src/analytics/catalogue/classify.ts");
    await build({ entryPoints: [entry], bundle: true, format: "esm", outfile });
    const { classifyUserAgent } = (await import(pathToFileURL(outfile).href)) as { classifyUserAgent: Classify };
    return classifyUserAgent;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Reads a list: JSON with one key per name (ai.robots.txt), JSON with patterns and samples (crawler-user-agents,
 * well-known-bots), or text with one user agent per line.
 */
function readList(file: string): Listed[] {
  const text = readFileSync(file, "utf8");
  if (!/^\s*[[{]/.test(text)) return text.split("\n").flatMap((line) => (line.trim() ? [named(line.trim())] : []));
  const list = JSON.parse(text) as unknown;
  if (!Array.isArray(list)) return Object.keys(list as object).map(named);
  return (list as Array<Record<string, unknown>>).map((entry) => {
    const samples = entry["instances"] ?? [];
    const accepted = Array.isArray(samples) ? samples : (samples as { accepted?: unknown[] }).accepted;
    const name = entry["id"] ?? entry["pattern"] ?? entry["token"] ?? entry["name"];
    const about = typeof entry["url"] === "string" ? entry["url"] : "";
    return { name: String(name), about, samples: (accepted ?? []).map(String) };
  });
}

const named = (name: string): Listed => ({ name, about: "", samples: [name] });

function compare(title: string, list: readonly Listed[], classify: Classify): void {
  const judged = list.map((agent) => ({
    ...agent,
    unnamed: agent.samples.filter((sample) => !classify(sample)?.token),
  }));
  const lacking = judged.filter(({ unnamed, samples }) => unnamed.length > 0 || samples.length === 0);
  const hidden = lacking.filter(({ unnamed }) => unnamed.some((sample) => !isbot(sample)));
  console.log(`\n${title}: ${list.length} agents, ${list.length - lacking.length} named in full.`);
  for (const { name, about, unnamed, samples } of lacking) {
    const why = LEFT_OUT[name] ?? (samples.length === 0 ? "no user agent was observed" : about);
    console.log(`  ${name}  ${unnamed[0] === name ? "" : (unnamed[0] ?? "").slice(0, 90)}  ${why}`);
  }
  if (hidden.length > 0) console.log(`  isbot takes for people: ${hidden.map(({ name }) => name).join(", ")}`);
}

const files = process.argv.slice(2).filter((argument) => argument !== "--all");
const all = process.argv.includes("--all");
const classify = await loadClassify();
const entries = (corpus as Tagged[]).filter(({ tags }) => all || tags.some((tag) => SUBJECTS.has(tag)));
compare(
  all ? "crawler-user-agents" : "crawler-user-agents, AI and search",
  entries.map(({ pattern, instances, url }) => ({ name: pattern, about: url ?? "", samples: instances })),
  classify,
);
for (const file of files) compare(file, readList(file), classify);
