import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseBrowser } from "../../../scripts/dev/browser.ts";
import { readConfig, workerVariables, writeEnvFile } from "../../../scripts/dev/config.ts";
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

describe.runIf(process.platform === "linux")("the browser", () => {
  const install = (name: string) => {
    writeFileSync(path.join(folder, name), "", { mode: 0o755 });
    return { kind: "system", path: path.join(folder, name) };
  };

  it("is a headless shell only if there is no other", () => {
    vi.stubEnv("PATH", folder);
    try {
      const shell = "/usr/lib/chromium/chromium-headless-shell";
      const installed = existsSync(shell) ? { kind: "system", path: shell } : null;
      expect(chooseBrowser({})).toEqual(installed ?? { kind: "download" });
      const command = install("chromium-headless-shell");
      expect(chooseBrowser({})).toEqual(installed ?? command);
      expect([install("chromium")]).toEqual([chooseBrowser({})]);
      const wanted = install("mine");
      expect(chooseBrowser({ CHROME_PATH: wanted.path })).toEqual(wanted);
      expect(chooseBrowser({ CHROME_PATH: path.join(folder, "none") }).kind).toBe("missing");
    } finally {
      vi.unstubAllEnvs();
    }
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

describe("the state of a local run", () => {
  const modeOf = (...names: string[]) => statSync(path.join(folder, ...names)).mode & 0o777;

  it("is closed to other users of the machine, also one that was open", () => {
    mkdirSync(path.join(folder, "old", "v3"), { recursive: true });
    for (const name of ["service.log", "notes.txt"]) writeFileSync(path.join(folder, "old", name), "", { mode: 0o644 });
    const config = readConfig({ STATE_DIR: path.join(folder, "new") }, {});
    readConfig({ STATE_DIR: path.join(folder, "old") }, {});
    writeEnvFile(config, {}, {});
    expect([modeOf("new"), modeOf("new", "worker.env"), modeOf("new", "admin-token")]).toEqual([0o700, 0o600, 0o600]);
    expect([modeOf("old", "v3"), modeOf("old", "service.log")]).toEqual([0o700, 0o600]);
    expect(modeOf("old", "notes.txt"), "the folder may have other files").toBe(0o644);
  });
});

describe("the Worker's variables of a local run", () => {
  const made = (env: Record<string, string>, devVars: Record<string, string>, extra: Record<string, string> = {}) =>
    workerVariables(readConfig({ STATE_DIR: folder, PORT: "8790", ...env }, devVars), env, devVars, extra);
  const given = (from: string) => ({
    ADMIN_TOKEN: `a token of ${from} that is long`,
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

  it("may have a short operator's token only while the service is local", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit ${String(code)}`);
    });
    const read = (env: Record<string, string>) => readConfig({ STATE_DIR: folder, ...env }, {});
    expect(read({ ADMIN_TOKEN: "test-admin" })).toMatchObject({ adminToken: "test-admin", adminTokenShort: true });
    expect(() => read({ ADMIN_TOKEN: "test-admin", ALLOW_PRIVATE_HOSTS: "false" })).toThrow("exit 1");
    expect(vi.mocked(console.error).mock.calls[0]![0]).toContain("ADMIN_TOKEN must have at least 24 characters");
    expect(read({ ADMIN_TOKEN: "x".repeat(24), ALLOW_PRIVATE_HOSTS: "false" }).adminTokenShort).toBe(false);
    vi.restoreAllMocks();
  });

  it("come from the environment rather than from .dev.vars", () => {
    expect(made(given("environment"), given("file"))).toMatchObject(seen("environment"));
    expect(made({ EMAIL_PRINT: "mine" }, given("file"))).toMatchObject({ ...seen("file"), EMAIL_PRINT: "mine" });
  });
});
