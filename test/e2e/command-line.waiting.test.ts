import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { SavedRun } from "../../cli/report/saved-run.ts";
import { makePackage } from "../../scripts/dev/package.ts";
import { GitHub } from "../support/github.ts";
import { PAGE_LABELS } from "../support/labelled/page-checks.ts";
import { ORIGIN } from "../support/labelled/page.ts";
import { issuesByPath, routesOf } from "../support/labelled/routes.ts";
import { siteOf } from "../support/labelled/site.ts";
import { seedAccount, startService, until, type Service } from "../support/service.ts";
import { startSite, type SiteServer } from "../support/site-server.ts";

const CHECKS = new Set([
  "missing_title",
  "missing_h1",
  "missing_meta_description",
  "noindex",
  "thin_content",
  "missing_canonical",
]);
const LABELLED = siteOf(
  PAGE_LABELS.filter(({ check }) => CHECKS.has(check)),
  [],
);

const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-cli-"));
const home = path.join(folder, "home");
const tmp = path.join(folder, "tmp");
const fileOf = (name: string) => path.join(folder, name);

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a program with an empty home and a temporary folder of its own. */
function start(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: home, TMPDIR: tmp, ...env },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, ...output })));
  return { child: child as ChildProcess, output, ended };
}

/** The npm package, installed where nothing of the project is. */
const installed = path.join(folder, "node_modules", "crawlready");
const COMMAND = path.join(installed, "cli/crawlready.mjs");
const crawlready = (args: string[], env?: Record<string, string>) => start(process.execPath, [COMMAND, ...args], env);

/** Files in the home and the temporary folder, and processes that know of them. */
function leftBehind(): string[] {
  const all = existsSync("/proc/self/environ") ? readdirSync("/proc") : [];
  const processes = all.filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, "utf8").includes(tmp);
    } catch {
      return false;
    }
  });
  return [...readdirSync(home), ...readdirSync(tmp), ...processes];
}

/** Files and folders of a folder that other users of the machine may read or write. */
const openToOthers = (place: string) =>
  readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => {
    const { mode } = lstatSync(path.join(place, name));
    return (mode & 0o120000) !== 0o120000 && (mode & 0o077) !== 0;
  });

const readRun = (name: string) => JSON.parse(readFileSync(fileOf(name), "utf8")) as SavedRun;

let site: SiteServer;
/** Its own: another test has the domain of the labelled site too. */
let service: Service;
beforeAll(async () => {
  service = await startService();
  for (const each of [home, tmp]) mkdirSync(each);
  site = await startSite();
  site.routes = routesOf(LABELLED);
  await makePackage(installed);
  const { dependencies } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")) as {
    dependencies: object;
  };
  for (const name of Object.keys(dependencies))
    symlinkSync(path.resolve("node_modules", name), path.join(folder, "node_modules", name));
});
afterAll(async () => {
  await site.close();
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe("crawlready audit", () => {
  it("finds by itself what the service finds and what was planted, and leaves nothing behind", async () => {
    const auth = await seedAccount(service.base, { domain: new URL(ORIGIN).host, origin: site.origin });
    const common = ["--no-sampling", "--format", "json"];
    const [own, remote] = await Promise.all([
      crawlready(["audit", site.origin, "--as", ORIGIN, ...common, "-o", "own.json"]).ended,
      crawlready(["audit", ORIGIN, ...common, "--service", service.base], {
        CRAWLREADY_KEY: auth["x-service-api-key"]!,
      }).ended,
    ]);
    expect([own.code, own.stdout, remote.code]).toEqual([0, "", 0]);
    expect(own.stderr).toMatch(/^Starting …\n/);
    const [here, there] = [readRun("own.json"), JSON.parse(remote.stdout) as SavedRun];
    const { planted, reported } = issuesByPath(LABELLED, here.pages);
    expect(reported).toEqual(planted);
    expect(issuesByPath(LABELLED, there.pages).reported).toEqual(reported);
    const kindsOf = ({ issues }: SavedRun) => issues.map(({ id, count, severity }) => `${id} ${count} ${severity}`);
    expect(kindsOf(here)).toEqual(kindsOf(there));
    expect([here.run.healthScore, here.run.issueCount]).toEqual([there.run.healthScore, there.run.issueCount]);
    expect(leftBehind()).toEqual([]);
    const inspected = crawlready(["inspect", `${ORIGIN}/`, "--service", service.base], {
      CRAWLREADY_KEY: auth["x-service-api-key"]!,
    });
    expect((await inspected.ended).stdout).toMatch(/Status {5}200\n/);
  });

  it("exits with 2 for a threshold and 1 for a failure", async () => {
    const report = async (...args: string[]) => (await crawlready(["report", "own.json", ...args]).ended).code;
    expect(await report("--fail-on", "errors>0")).toBe(2);
    expect(await report("--fail-on", "new-errors>0", "--baseline", "own.json")).toBe(0);
    expect(await report("--fail-on", "new-errors>0")).toBe(1);
    expect(await report("--no-such-option")).toBe(1);
    expect(await report("--output", "no-folder/report.txt")).toBe(1);
    const toHead = `"$0" "$1" report own.json --format json | head -c 10`;
    const cut = await start("bash", ["-o", "pipefail", "-c", toHead, process.execPath, COMMAND]).ended;
    expect(cut).toMatchObject({ code: 0, stderr: "" });
  });

  it("ends everything and removes its state if it is told to end, or killed", async () => {
    site.log = [];
    site.routes = { "*": { delayMs: 30_000 } };
    const audits = [0, 1, 2].map(() => crawlready(["audit", site.origin]));
    // Each asks for robots.txt first.
    await until(async () => site.log.filter((line) => line === "GET /robots.txt").length > 2, 60_000);
    expect(leftBehind().length).toBeGreaterThan(4);
    // The state of the running audits, and of a service that `npm start` started.
    const states = readdirSync(tmp).filter((name) => name.startsWith("crawlready-"));
    expect(states.length).toBeGreaterThan(2);
    for (const name of states) expect(openToOthers(path.join(tmp, name))).toEqual([]);
    expect(openToOthers(service.stateDir).filter((file) => !file.startsWith("v3/"))).toEqual(["release.json"]);
    for (const [index, signal] of (["SIGTERM", "SIGKILL", "SIGINT"] as const).entries())
      audits[index]!.child.kill(signal);
    const ends = await Promise.all(audits.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual([143, null, 130]);
    for (const { stderr } of ends) expect(stderr).toMatch(/^Starting …\n(?:Auditing … \d+ pages\n)*$/);
    await until(async () => leftBehind().length === 0, 20_000);
  });
});

describe("the GitHub Action", () => {
  interface Step {
    /** A step without it uses another action. */
    run?: string;
    env?: Record<string, string>;
  }
  const action = parse(readFileSync("action.yml", "utf8")) as {
    inputs: Record<string, { default?: string }>;
    runs: { steps: Step[] };
  };

  /** Runs its steps as GitHub does: inputs reach them only where action.yml says so. */
  async function runSteps(inputs: Record<string, string>, event: Record<string, string> = {}): Promise<Ended> {
    let last: Ended | null = null;
    for (const { run, env = {} } of action.runs.steps) {
      if (run === undefined) continue;
      const given = Object.entries(env).map(([name, value]) => {
        const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(value)![1]!;
        const normal = (action.inputs[input]!.default ?? "").replace("${{ github.token }}", "the-job's-token");
        return [name, inputs[input] ?? normal];
      });
      const files = { GITHUB_OUTPUT: fileOf("output"), GITHUB_STEP_SUMMARY: fileOf("summary") };
      const github = { ...files, ...event, GITHUB_ACTION_PATH: process.cwd() };
      last = await start("bash", ["-eo", "pipefail", "-c", run], { ...Object.fromEntries(given), ...github }).ended;
    }
    return last!;
  }

  it("audits a folder, and writes the summary, SARIF, outputs and the run to compare with", async () => {
    mkdirSync(fileOf("site"), { recursive: true });
    writeFileSync(
      path.join(folder, "site", "index.html"),
      "<!doctype html><title>::error::Home</title><p><a href=/missing>x</a>",
    );
    const inputs = { folder: "site", "fail-on": "errors>0,new-errors>0", baseline: "no-run-yet.json", render: "false" };
    const { code, stdout, stderr } = await runSteps(inputs);
    expect([code, stderr.match(/Threshold missed: .*/g)]).toEqual([
      2,
      [expect.stringContaining("errors>0 (errors is ")],
    ]);
    const [, token] = /^::stop-commands::(\S+)\n/.exec(stdout)!;
    expect(stdout.endsWith(`::${token}::\n`)).toBe(true);
    expect(readFileSync(fileOf("output"), "utf8")).toMatch(/^score=[\d.]+\nerrors=[1-9]\d*\nnew-errors=0\n$/);
    expect(readFileSync(fileOf("summary"), "utf8")).toContain("## Fix first");
    const [{ results }] = JSON.parse(readFileSync(fileOf("crawlready.sarif"), "utf8")).runs;
    const uris = results.map(({ locations }: any) => locations[0].physicalLocation.artifactLocation.uri);
    expect(uris).toContain("site/index.html");
    expect(readRun("crawlready-run.json").pages.length).toBeGreaterThan(0);
    expect(leftBehind()).toEqual([]);
  });

  it("compares a pull request with its base branch, comments once, updates that, and marks the files", async () => {
    const home = path.join(folder, "site", "index.html");
    mkdirSync(path.dirname(home), { recursive: true });
    writeFileSync(home, "<!doctype html><title>Home</title><p><a href=/missing>x</a>");
    const github = await GitHub.start();
    const event = fileOf("event.json");
    writeFileSync(event, JSON.stringify({ pull_request: { number: 7, base: { ref: "main" } } }));
    const variables = {
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: "owner/site",
      GITHUB_API_URL: github.url,
    };
    const inputs = { folder: "site", as: "https://www.example.com", render: "false" };
    const alone = await runSteps(inputs, variables);
    expect([alone.code, alone.stderr.match(/.*artifact.*/g)]).toEqual([
      0,
      ["main has no artifact crawlready-run yet, so nothing counts as new."],
    ]);
    expect(github.comments).toHaveLength(1);
    github.artifact = readFileSync(fileOf("crawlready-run.json"), "utf8");
    writeFileSync(home, "<!doctype html><html lang=en><title>Bicycles and how we repair them</title><h2>x</h2>");
    const compared = await runSteps({ ...inputs, "fail-on": "new-issues>0" }, variables);
    expect(compared.code).toBe(2);
    expect(github.comments.map(({ body }) => body.split("\n")[0])).toEqual([
      expect.stringMatching(/^<!-- crawlready [0-9a-f]{12} -->$/),
    ]);
    const { body } = github.comments[0]!;
    expect(body).toMatch(/## Crawlready: \d+ new issues?, \d+ fixed\n/);
    for (const part of ["| | Base | This |", "```mermaid", "### New issues", "### Fixed", "### Pages"])
      expect(body).toContain(part);
    expect(compared.stdout).toMatch(/::\n::(?:error|warning|notice) file=site\/index\.html,line=1,title=/);
    await github.close();
  });
});
