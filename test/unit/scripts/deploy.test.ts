import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import { parse } from "smol-toml";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deployedApiHosts, secretsOf } from "../../../scripts/dev/deployed.ts";
import {
  ensureDatabase,
  ensureNamed,
  ensureNamespace,
  ensureQueues,
  isPlaceholder,
} from "../../../scripts/dev/resources.ts";
import type { RunWrangler } from "../../../scripts/dev/run-wrangler.ts";
import { FREE_SETTINGS, forFreePlan, isRefusedByFreePlan, type PlannedConfig } from "../../../scripts/dev/free-plan.ts";
import { numberSetting } from "../../../src/settings/values.ts";
import { knownQueue, QUEUE_NAMES, unknownQueues } from "../../../src/lib/queue-names.ts";

vi.spyOn(console, "log").mockImplementation(() => {});
vi.spyOn(console, "error").mockImplementation(() => {});
vi.spyOn(process, "exit").mockImplementation((code) => {
  throw new Error(`exit ${String(code)}`);
});
afterEach(() => void vi.clearAllMocks());

/** Wrangler with these answers, by the beginning of the command, and the commands that it was given. */
function wranglerWith(answers: Record<string, Array<string | Error>>): { run: RunWrangler; asked: string[] } {
  const asked: string[] = [];
  const run: RunWrangler = (args) => {
    const command = args.join(" ");
    asked.push(command);
    const next =
      Object.entries(answers)
        .find(([start]) => command.startsWith(start))?.[1]
        .shift() ?? "";
    return next instanceof Error ? { ok: false, output: next.message } : { ok: true, output: next };
  };
  return { run, asked };
}

const list = (...names: string[]) =>
  JSON.stringify(names.map((name) => ({ name, title: name, uuid: `id-${name}`, id: `id-${name}` })));

describe("the resources of a deployment", () => {
  it("are created once: fresh, and again", () => {
    const { run, asked } = wranglerWith({ "d1 list": [list("other"), list("other", "mine"), list("mine")] });
    expect(ensureDatabase(run, "mine", "00000000-0000-0000-0000-000000000000")).toBe("id-mine");
    expect(ensureDatabase(run, "mine")).toBe("id-mine");
    expect(asked.filter((command) => command.startsWith("d1 create"))).toEqual(["d1 create mine"]);
  });

  it("that the deploy button created are used: a second KV namespace was created beside its", () => {
    const { run, asked } = wranglerWith({});
    expect(ensureDatabase(run, "mine", "6f0c1d5e-1b2a-4c3d-8e9f-000000000000")).toMatch(/^6f0c/);
    expect(ensureNamespace(run, "mine", "0f2ac74b498b48028cb68387c421e279")).toMatch(/^0f2a/);
    expect(asked).toEqual([]);
    expect(["", "0000", undefined].map(isPlaceholder)).toEqual([true, true, true]);
  });

  it("that exist already are reused, and another failure ends the deployment", () => {
    const taken = new Error("queue already exists [code: 11009]");
    const { run } = wranglerWith({ "queues create": [taken, new Error("A request failed [code: 10013]")] });
    ensureNamed(run, "queue", ["queues", "create"], "mine");
    expect(() => ensureNamed(run, "queue", ["queues", "create"], "mine")).toThrow("exit 1");
  });

  it("are queues that a list names; the others are created, all of them if there is no list", () => {
    const table = "│ id │ name  │\n│ 1  │ mine  │\n│ 2  │ other │";
    const { run, asked } = wranglerWith({ "queues list": [table, new Error("A request failed [code: 10013]")] });
    ensureQueues(run, ["mine", "my", "other"]);
    ensureQueues(run, ["mine"]);
    expect(asked).toEqual(["queues list", "queues create my", "queues list", "queues create mine"]);
  });
});

describe("what is deployed", () => {
  const missing = () => new Error("This Worker does not exist on your account. [code: 10007]");
  const broken = () => new Error("A request to the Cloudflare API failed. Internal error [code: 10013]");

  it("is nothing if there is no Worker", () => {
    const { run } = wranglerWith({ "secret list": [missing()], "versions list": [missing()] });
    expect(secretsOf(run, "mine")).toEqual(new Set());
    expect(deployedApiHosts(run, "mine")).toBeNull();
  });

  it("is not taken for nothing if it can't be read: AUTH_SECRET and API_HOSTS were replaced", () => {
    const { run } = wranglerWith({ "secret list": [broken()], "versions list": [broken()] });
    expect(() => secretsOf(run, "mine")).toThrow("exit 1");
    expect(() => deployedApiHosts(run, "mine")).toThrow("exit 1");
  });
});

describe("a deployment on Cloudflare's free plan", () => {
  const file = parse(readFileSync("wrangler.toml", "utf8")) as unknown as PlannedConfig & {
    triggers: { crons: string[] };
    migrations: { new_sqlite_classes: string[] }[];
  };

  it("sets no limit of CPU, has five crons at most and objects with SQLite alone", () => {
    expect(file.limits).toEqual({ cpu_ms: 120_000 });
    const free = forFreePlan(file);
    expect(free).not.toHaveProperty("limits");
    expect(free.triggers.crons.length).toBeLessThanOrEqual(5);
    expect(Object.keys(free.migrations[0]!)).toEqual(["tag", "new_sqlite_classes"]);
  });

  it("handles one message per invocation, but visits in batches", () => {
    const { consumers } = forFreePlan(file).queues;
    expect(consumers).toHaveLength(file.queues.consumers.length);
    for (const { queue, max_batch_size } of consumers)
      expect(max_batch_size, queue).toBe(queue === "crawlready-visits" ? 100 : 1);
  });

  it("uses settings that there are, and the operator's own values before them", () => {
    for (const [name, value] of Object.entries(FREE_SETTINGS))
      expect(numberSetting(FREE_SETTINGS, name as "AI_CALLS_PER_DAY"), name).toBe(Number(value));
    const { vars } = forFreePlan({ ...file, vars: { AI_CALLS_PER_DAY: "5", API_HOSTS: "api.example.com" } });
    expect(vars).toEqual({ ...FREE_SETTINGS, AI_CALLS_PER_DAY: "5", API_HOSTS: "api.example.com" });
  });

  it("is proposed if Cloudflare refuses the other", () => {
    const refusal =
      "X [ERROR] A request to the Cloudflare API failed.\n\n  CPU limits are not supported for the Free plan. [code: 100328]";
    expect([refusal, "Internal error [code: 10013]"].map(isRefusedByFreePlan)).toEqual([true, false]);
  });
});

describe("the file with the session secret", () => {
  it("is readable by this user alone, and is gone after a signal and after an error", async () => {
    const module = pathToFileURL(path.resolve("scripts/dev/secret-file.ts")).href;
    const script = `
      import { spawnSync } from "node:child_process";
      import { writeSync } from "node:fs";
      import { withSecretFile } from ${JSON.stringify(module)};
      withSecretFile("{}", (file) => {
        writeSync(1, file);
        spawnSync("sleep", ["0.5"]);
        throw new Error("wrangler failed");
      });`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], { stdio: "pipe" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const file = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    child.kill("SIGINT");
    await ended;
    expect(existsSync(path.dirname(file))).toBe(false);
  });
});

describe("the deploy button", () => {
  interface Config {
    queues: { consumers: { queue: string }[]; producers: { binding: string }[] };
    d1_databases: { binding: string; database_id: string }[];
    kv_namespaces: { binding: string; id: string }[];
    r2_buckets: { binding: string }[];
    browser: { binding: string };
  }
  const config = parse(readFileSync("wrangler.toml", "utf8")) as unknown as Config;
  const secrets = parseEnv(readFileSync(".dev.vars.example", "utf8"));
  const { cloudflare } = JSON.parse(readFileSync("package.json", "utf8")) as {
    cloudflare: { bindings: Record<string, { description: string }> };
  };

  it("finds placeholders for the ids, and no secret in the example", () => {
    for (const { database_id } of config.d1_databases) expect(isPlaceholder(database_id)).toBe(true);
    for (const { id } of config.kv_namespaces) expect(isPlaceholder(id)).toBe(true);
    expect(secrets).toEqual({ ADMIN_TOKEN: "" });
  });

  it("describes every secret that it asks for and every store, and nothing that there is not", () => {
    const { d1_databases, kv_namespaces, r2_buckets, browser, queues } = config;
    const stores = [...d1_databases, ...kv_namespaces, ...r2_buckets, browser].map(({ binding }) => binding);
    const described = Object.keys(cloudflare.bindings);
    expect(described).toEqual(expect.arrayContaining([...Object.keys(secrets), ...stores]));
    const producers = queues.producers.map(({ binding }) => binding);
    const known = new Set([...Object.keys(secrets), ...stores, ...producers]);
    expect(described.filter((name) => !known.has(name))).toEqual([]);
  });

  it("may rename queues as long as their names end the same", () => {
    for (const { queue } of config.queues.consumers) expect(knownQueue(queue)).toBe(queue);
    for (const name of QUEUE_NAMES) expect(knownQueue(name.replace("crawlready", "shop-2"))).toBe(name);
    expect(unknownQueues(["shop-crawl", "my-queue", "crawl"])).toEqual(["my-queue", "crawl"]);
  });
});
