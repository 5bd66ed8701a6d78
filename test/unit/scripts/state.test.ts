import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { upgradeState } from "../../../scripts/dev/state.ts";

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(path.join(tmpdir(), "crawlready-state-"));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

it("a start on a state that this release has upgraded runs no migrations", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  const database = path.join(stateDir, "v3", "d1");
  mkdirSync(database, { recursive: true });
  writeFileSync(path.join(stateDir, "release.json"), JSON.stringify({ version, migrations: migrations.sort() }));
  upgradeState({ stateDir });
  expect(readdirSync(database)).toEqual([]);
});
