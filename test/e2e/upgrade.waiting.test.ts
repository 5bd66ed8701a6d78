import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyState } from "../../scripts/dev/copy-state.ts";
import { readAnswers, SLOW_PAGES, startKeptSite, type KeptAnswers } from "../support/kept-state.ts";
import { ask, startService, untilEnded, type Service } from "../support/service.ts";
import { unpackState } from "../support/unpack-state.ts";
import type { SiteServer } from "../support/site-server.ts";

const STATES = "test/fixtures/states";

describe("a state upgraded by a newer release", () => {
  it("is refused with a clear message, and not changed", () => {
    const stateDir = mkdtempSync(path.join(os.tmpdir(), "crawlready-newer-"));
    const release = JSON.stringify({ version: "9.0.0", migrations: ["9999_unknown.sql"] });
    writeFileSync(path.join(stateDir, "release.json"), release);
    const started = spawnSync("npm", ["start"], {
      encoding: "utf8",
      timeout: 60_000,
      env: { ...process.env, DEMO: "0", PORT: "47614", STATE_DIR: stateDir },
    });
    expect(started.status).toBe(1);
    expect(started.stderr).toContain("was upgraded by a newer release, 9.0.0");
    expect(readdirSync(stateDir)).toEqual(["admin-token", "auth-secret", "release.json"]);
    rmSync(stateDir, { recursive: true });
  });
});

/** The wording of an issue may change with a release. */
function withoutTexts(answers: object): object {
  const isText = (name: string) => ["title", "why", "fix"].includes(name);
  return JSON.parse(JSON.stringify(answers, (name, value: unknown) => (isText(name) ? undefined : value))) as object;
}

/** The state as a restore of its backup gives it. */
async function restored(stateDir: string): Promise<string> {
  const folders = [1, 2].map(() => path.join(mkdtempSync(path.join(os.tmpdir(), "crawlready-restore-")), "state"));
  await copyState(stateDir, folders[0]!);
  await copyState(folders[0]!, folders[1]!);
  rmSync(stateDir, { recursive: true });
  rmSync(folders[0]!, { recursive: true });
  return folders[1]!;
}

// Each release adds its state here, made by test/support/make-kept-state.ts.
describe.each(readdirSync(STATES))("the state of an earlier release, restored from a backup: %s", (archive) => {
  let site: SiteServer;
  let service: Service;
  let kept: KeptAnswers;

  beforeAll(async () => {
    const stateDir = unpackState(path.join(STATES, archive), Date.now());
    kept = JSON.parse(readFileSync(path.join(stateDir, "answers.json"), "utf8")) as KeptAnswers;
    site = await startKeptSite();
    service = await startService({}, { stateDir: await restored(stateDir) });
  });
  afterAll(async () => {
    await service?.dispose();
    await site?.close();
  });

  it("gives the same answers as before", async () => {
    const now = await readAnswers(service.base, kept.auth, kept.domain, kept.finishedRunId);
    const { run, bots, prompts, promptRuns } = kept;
    expect(withoutTexts(now)).toMatchObject(withoutTexts({ run, bots, prompts, promptRuns }));
  });

  it("serves its snapshots", async () => {
    for (const [pagePath, body] of Object.entries(kept.snapshots)) {
      const headers = { host: kept.domain, "user-agent": "Googlebot/2.1" };
      const answer = await ask(service.base, "GET", pagePath, { headers });
      expect(answer.headers.get("x-crawlready-cache")).toMatch(/^(hit|stale)$/);
      expect(answer.body).toBe(body);
    }
  });

  it("lets its users in", async () => {
    const answer = await ask(service.base, "POST", "/api/auth/sign-in/email", { json: kept.user });
    expect(answer.status).toBe(200);
  });

  it("continues the interrupted audit", async () => {
    const { run, pages } = await untilEnded(service.base, kept.auth, kept.cutOffRunId);
    expect(run).toMatchObject({ status: "success", closeReason: "finished", pagesCrawled: SLOW_PAGES + 1 });
    expect(new Set(pages.map((page: { path: string }) => page.path)).size).toBe(SLOW_PAGES + 1);
    expect(pages).toHaveLength(SLOW_PAGES + 1);
  });
});
