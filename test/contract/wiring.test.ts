import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/errors/table";
import {
  AI_PROVIDERS,
  API_PROVIDERS,
  promptQueueBindingOf,
  promptQueueOf,
  PROVIDERS,
} from "../../src/lib/ai-providers";
import { deadLetterQueueOf, isLastAttempt, QUEUE_BINDINGS, QUEUE_NAMES } from "../../src/lib/queue-names";
import { CRON_PERIODS } from "../../src/operations/core/deadlines";
import { files } from "./sources.ts";

const { USAGE, judgeArguments } = (await import(pathToFileURL("scripts/usage.mjs").href)) as {
  USAGE: Record<string, { does: string }>;
  judgeArguments: (name: string, args: string[]) => { code: number; text: string } | null;
};
const read = (file: string) => readFileSync(file, "utf8");
const toml = read("wrangler.toml");
const values = (pattern: RegExp) => [...toml.matchAll(pattern)].map((match) => match[1]!);

describe("wrangler.toml matches the code", () => {
  const queuesFile = read("src/jobs/queues.ts");
  const consumers = [...toml.matchAll(/\[\[queues\.consumers\]\]\n([\s\S]*?)(?=\n\[|$)/g)].map((match) => match[1]!);
  const consumed = consumers.map((block) => /queue = "([^"]+)"/.exec(block)![1]!);

  it("has exactly one consumer in the code per consumed queue", () => {
    // Its type says that the table has each of these names.
    expect(queuesFile).toContain("export const QUEUES: Record<QueueName, Consumer> =");
    expect([...QUEUE_NAMES].sort()).toEqual([...consumed].sort());
  });

  it("consumes every queue that receives messages, including dead letter queues", () => {
    const sent = [
      ...values(/\[\[queues\.producers\]\]\nbinding = "[A-Z_]+"\nqueue = "([^"]+)"/g),
      ...values(/dead_letter_queue = "([^"]+)"/g),
    ];
    expect(sent.length).toBeGreaterThan(3);
    expect(consumed).toEqual(expect.arrayContaining(sent));
  });

  it("has the queue of every AI provider", () => {
    const produced = [...toml.matchAll(/\[\[queues\.producers\]\]\nbinding = "([A-Z_]+)"\nqueue = "([^"]+)"/g)];
    const queues = new Map(produced.map((match) => [match[1], match[2]]));
    for (const provider of PROVIDERS)
      expect(queues.get(promptQueueBindingOf(provider)), provider).toBe(promptQueueOf(provider));
  });

  it("sets every queue value explicitly, with a dead letter queue per work queue", () => {
    for (const block of consumers) {
      for (const key of ["max_batch_size", "max_batch_timeout", "max_retries", "retry_delay", "max_concurrency"])
        expect(block).toContain(`${key} =`);
      if (!block.includes('-dlq"\nmax')) expect(block).toContain("dead_letter_queue =");
    }
  });

  it("knows after how many retries each queue's messages become dead letters, and where", () => {
    for (const block of consumers.filter((each) => each.includes("dead_letter_queue"))) {
      const queue = QUEUE_NAMES.find((name) => name === /queue = "([^"]+)"/.exec(block)![1])!;
      const retries = Number(/max_retries = (\d+)/.exec(block)![1]);
      expect([isLastAttempt(queue, retries), isLastAttempt(queue, retries + 1)], queue).toEqual([false, true]);
      expect(deadLetterQueueOf(queue)).toBe(/dead_letter_queue = "([^"]+)"/.exec(block)![1]);
    }
  });

  it("asks each work queue how much waits, by its own binding", () => {
    const produced = [...toml.matchAll(/\[\[queues\.producers\]\]\nbinding = "([A-Z_]+)"\nqueue = "([^"]+)"/g)];
    expect(QUEUE_BINDINGS).toEqual(Object.fromEntries(produced.map((match) => [match[2], match[1]])));
  });

  it("runs exactly the crons that have jobs", () => {
    const expressions = /crons = \[([^\]]+)\]/
      .exec(toml)![1]!
      .match(/"([^"]+)"/g)!
      .map((text) => text.slice(1, -1));
    const inCode = [...read("src/jobs/crons.ts").matchAll(/^\s+"([^"]+)": \[/gm)].map((match) => match[1]!);
    expect(inCode).toEqual(expressions);
    expect(Object.keys(CRON_PERIODS)).toEqual(expressions);
    expect(expressions).toEqual(["*/15 * * * *", "10 0 * * *"]);
  });

  it("exports every Durable Object class and migrates it with SQLite storage", () => {
    const bound = values(/class_name = "([^"]+)"/g).sort();
    const migrated = values(/new_sqlite_classes = \[([^\]]+)\]/g).flatMap((list) =>
      list.match(/"([^"]+)"/g)!.map((text) => text.slice(1, -1)),
    );
    expect(migrated.sort()).toEqual(bound);
    const exported = /export \{\s+([^}]+?),?\s+\};/.exec(read("src/index.ts"))![1]!.split(/,\s+/).sort();
    expect(exported).toEqual(bound);
  });

  it("keeps the Workers cache off, because its key contains no host", () => {
    expect(toml).not.toMatch(/\[cache\]/);
    expect(files("src").map(read).join("\n")).not.toMatch(/caches\.default/);
  });

  it("calls Durable Objects only through objectStub, which types what they promise", () => {
    const direct = files("src").filter((file) => /\.getByName\(|\bDurableObjectStub\b/.test(read(file)));
    // The second one counts what the first one calls.
    expect(direct).toEqual(["src/lib/platform/object-stub.ts", "src/usage/metered-bindings.ts"]);
    const cast = files("src").filter((file) =>
      /await (?:stub|objectStub\([^;]*?\)|[a-z]\w*Of\([^()]*\))\.\w+\([^;]*?\)\) as /.test(read(file)),
    );
    expect(cast).toEqual([]);
  });

  it("makes callers of credentials only where credentials are checked", () => {
    const made = files("src").filter((file) => /\bkind: "(?:key|stats-token)",\s+(?:keyId|tokenId):/.test(read(file)));
    expect(made).toEqual(["src/accounts/callers/authentication.ts"]);
  });

  it("sets nodejs_compat, and keeps only secrets outside the file", () => {
    expect(toml).toContain('"nodejs_compat"');
    expect(toml).not.toMatch(/ADMIN_TOKEN|_API_KEY|SECRET/);
  });
});

describe("AI providers", () => {
  const code = ["src", "scripts", "demo/stand-in"].flatMap(files).filter((file) => file.endsWith("ts"));
  const naming = (pattern: RegExp) => code.filter((file) => pattern.test(read(file)));
  const ids = API_PROVIDERS.join("|");

  it("are listed in one table, from which names, variables and queues are derived", () => {
    const prefixes = API_PROVIDERS.map((provider) => AI_PROVIDERS[provider].variables).join("|");
    expect(naming(new RegExp(`\\b(?:${prefixes})_(?:API_KEY|BASE_URL|MODEL)\\b`))).toEqual(["src/lib/ai-providers.ts"]);
    expect(naming(new RegExp(`crawlready-prompts-(?:${ids})|\\b(?:${ids.toUpperCase()})_QUEUE`))).toEqual([]);
    expect(naming(new RegExp(`"(?:${ids})", "(?:${ids})"`))).toEqual([]);
  });

  it("have their protocol in one file each", () => {
    const names = (folder: string) => readdirSync(folder).map((file) => file.replace(".ts", ""));
    for (const folder of ["src/mentions/providers", "demo/stand-in/providers"])
      expect(names(folder), folder).toEqual(expect.arrayContaining(API_PROVIDERS));
  });
});

describe("the table of errors", () => {
  it("has snake_case codes, each with an error status and a title", () => {
    for (const [code, { status, title }] of Object.entries(ERRORS)) {
      expect(code).toMatch(/^[a-z_]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(title.length).toBeGreaterThan(5);
    }
  });

  it("contains no code that is never thrown", () => {
    const code = files("src")
      .filter((file) => !file.endsWith("errors/table.ts"))
      .map(read)
      .join("\n");
    const unused = Object.keys(ERRORS).filter((each) => !code.includes(`"${each}"`));
    expect(unused).toEqual([]);
  });
});

describe("the npm scripts", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const run = Object.values(scripts).flatMap((line) => Array.from(line.matchAll(/node (\S+) (\S+)/g)));

  it("have one way to run a file of scripts/dev", () => {
    expect(run.length).toBeGreaterThan(10);
    for (const [line, runner, name] of run) {
      expect(runner, line).toBe("scripts/run.mjs");
      expect(existsSync(`scripts/dev/${name}.ts`), line).toBe(true);
    }
    const plain = readdirSync("scripts").filter((file) => file.endsWith(".mjs"));
    expect(plain.sort()).toEqual(["bootstrap.mjs", "import-logs.mjs", "run.mjs", "usage.mjs"]);
  });

  it("have a usage, which is what the documents show", () => {
    expect(new Set(Object.keys(USAGE))).toEqual(new Set(run.map(([, , name]) => name)));
    const shown = ["CONTRIBUTING.md", "README.md", ...files("docs").filter((file) => file.endsWith(".md"))]
      .flatMap((file) => Array.from(read(file).matchAll(/npm run ([a-z]+) -- ([^`\n#]+)/g)))
      .filter(([, name = ""]) => name in USAGE);
    expect(shown.length).toBeGreaterThan(10);
    for (const [line, name, args] of shown) expect(judgeArguments(name!, args!.trim().split(/\s+/)), line).toBeNull();
  });

  it("print it, and refuse what they do not know", () => {
    for (const name of Object.keys(USAGE)) {
      expect(judgeArguments(name, ["--help"]), name).toMatchObject({
        code: 0,
        text: expect.stringContaining(USAGE[name]!.does),
      });
      expect(judgeArguments(name, ["--nonsense"]), name).toMatchObject({ code: 2 });
    }
    expect(judgeArguments("sim", ["--seed", "7", "--area=cache", "--trace"])).toBeNull();
    for (const args of [["--seed"], ["--seeds", "abc"], ["--seeds=-5"], ["--trace=1"], ["-x"], ["name"]])
      expect(judgeArguments("sim", args), args.join(" ")).toMatchObject({ code: 2 });
    const started = spawnSync(process.execPath, ["scripts/run.mjs", "start", "--help"], { encoding: "utf8" });
    expect([started.status, started.stdout.includes("PORT=8800")]).toEqual([0, true]);
    const refused = spawnSync(process.execPath, ["scripts/run.mjs", "start", "--port", "1"], { encoding: "utf8" });
    expect([refused.status, refused.stderr.split("\n")[0]]).toEqual([2, "npm start does not take --port."]);
  });
});

describe("the documents are complete", () => {
  it("docs/storage.md names every table and every binding", () => {
    const text = read("docs/storage.md");
    const tables = files("src/db/schema").flatMap((file) =>
      [...read(file).matchAll(/sqliteTable\(\s*"([a-z_]+)"/g)].map((match) => match[1]!),
    );
    for (const table of tables) expect(text, table).toContain(`\`${table}\``);
    const ofProviders = new Set(PROVIDERS.map((provider): string => promptQueueBindingOf(provider)));
    for (const binding of values(/binding = "([A-Z_]+)"/g))
      expect(text, binding).toContain(ofProviders.has(binding) ? "`{PROVIDER}_QUEUE`" : `\`${binding}\``);
  });
});
