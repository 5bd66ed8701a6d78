import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig, workerVariables } from "../../../scripts/dev/config.ts";
import { untilHealthy } from "../../../scripts/dev/wrangler.ts";

// Plain JavaScript without types, for Node 20.
const bootstrap = pathToFileURL(path.resolve("scripts/bootstrap.mjs")).href;
const { isInstalled } = (await import(bootstrap)) as { isInstalled: (folder: string) => boolean };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "crawlready-start-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, value: unknown): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), JSON.stringify(value));
}

describe("the packages", () => {
  const packages = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/a-for-another-system": { version: "1.0.0", optional: true },
    "node_modules/b": { version: "2.0.0", devOptional: true },
  };
  beforeEach(() => {
    write("package-lock.json", { packages });
    write("node_modules/.package-lock.json", { packages });
    write("node_modules/a/package.json", {});
    write("node_modules/b/package.json", {});
  });

  it("are there when each that is wanted here has its folder and version", () => {
    expect(isInstalled(folder)).toBe(true);
  });

  it.each(["node_modules", "node_modules/.package-lock.json", "node_modules/a", "node_modules/b"])(
    "are missing without %s",
    (gone) => {
      rmSync(path.join(folder, gone), { recursive: true });
      expect(isInstalled(folder)).toBe(false);
    },
  );

  it("are missing when one has another version, or npm's list was cut short", () => {
    write("node_modules/.package-lock.json", { packages: { ...packages, "node_modules/b": { version: "1.9.0" } } });
    expect(isInstalled(folder)).toBe(false);
    writeFileSync(path.join(folder, "node_modules/.package-lock.json"), '{"packages": {"node_mod');
    expect(isInstalled(folder)).toBe(false);
  });
});

it("a failed build is told at once, in wrangler's words", async () => {
  const logFile = path.join(folder, "service.log");
  writeFileSync(logFile, 'env.DB …\n\n✘ [ERROR] Build failed with 1 error:\n\n  Could not resolve "htmlparser2"\n');
  const running = { exitCode: null } as ChildProcess;
  await expect(untilHealthy({ child: running, logFile }, "http://127.0.0.1:9", 5_000)).rejects.toThrow(
    /^The Worker can't be built\..*\nBuild failed with 1 error:\n\n {2}Could not resolve "htmlparser2"/,
  );
});

describe("the Worker's variables of a local run", () => {
  const made = (env: Record<string, string>, devVars: Record<string, string>, extra: Record<string, string> = {}) =>
    workerVariables(readConfig({ STATE_DIR: folder, PORT: "8790", ...env }, devVars), env, devVars, extra);
  const given = (from: string) => ({
    ADMIN_TOKEN: `token of ${from}`,
    AUTH_SECRET: `secret of ${from}`,
    API_HOSTS: `${from}.example`,
    ALLOW_PRIVATE_HOSTS: from,
    CRAWLER_PROOFS_URL: `https://${from}.example`,
    EMAIL_PRINT: from,
    OPENAI_BASE_URL: `https://ai.${from}.example`,
  });
  const own = "127.0.0.1:8790,localhost:8790";
  const seen = (from: string) => ({ ...given(from), API_HOSTS: `${own},${from}.example` });

  it("come from .dev.vars rather than from the defaults of npm start", () => {
    const extra = { OPENAI_BASE_URL: "http://127.0.0.1:1" };
    expect(made({}, {}, extra)).toMatchObject({
      ALLOW_PRIVATE_HOSTS: "true",
      CRAWLER_PROOFS_URL: "off",
      EMAIL_PRINT: "true",
      API_HOSTS: `${own},`,
      ...extra,
    });
    expect(made({}, given("file"), extra)).toMatchObject(seen("file"));
    expect(readConfig({ STATE_DIR: folder }, given("file")).adminTokenGenerated).toBe(false);
  });

  it("come from the environment rather than from .dev.vars", () => {
    expect(made(given("environment"), given("file"))).toMatchObject(seen("environment"));
    expect(made({ ADMIN_TOKEN: "mine" }, given("file"))).toMatchObject({ ...seen("file"), ADMIN_TOKEN: "mine" });
  });
});
