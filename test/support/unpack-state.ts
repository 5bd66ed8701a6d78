import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import v8 from "node:v8";

/** The times in the kept state of a run in progress (audit/model/run/run-state.ts). */
interface KeptRun {
  runId: string;
  beganAt: number;
  lastProgressAt: number;
  leaseUntil: number;
}

/** Runs `work` on every database of a kind. */
function inDatabases(stateDir: string, pattern: string, work: (db: DatabaseSync) => void): void {
  for (const file of globSync(path.join(stateDir, "v3", pattern, "*.sqlite"))) {
    if (path.basename(file) === "metadata.sqlite") continue;
    const db = new DatabaseSync(file);
    work(db);
    db.close();
  }
}

/**
 * Unpacks a kept state into a new folder, as if the service had been killed just now: the run in progress began just
 * before, and no snapshot has expired since. A kept state may be years old, but a run ends after six hours.
 */
export function unpackState(archive: string, now: number): string {
  const stateDir = mkdtempSync(path.join(os.tmpdir(), "crawlready-upgrade-"));
  const { status, stderr } = spawnSync("tar", ["-xzf", archive, "-C", stateDir], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${archive} could not be unpacked: ${stderr}`);
  let age = 0;
  inDatabases(stateDir, "do/crawlready-DomainAudit", (db) => {
    const kept = db.prepare("SELECT value FROM _cf_KV WHERE key = 'run'").get();
    if (!kept) return;
    const run = v8.deserialize(kept["value"] as Uint8Array) as KeptRun;
    age = now - run.lastProgressAt;
    for (const time of ["beganAt", "lastProgressAt", "leaseUntil"] as const) run[time] += age;
    db.prepare("UPDATE _cf_KV SET value = ? WHERE key = 'run'").run(v8.serialize(run));
  });
  if (age === 0) throw new Error(`${archive} holds no run in progress`);
  inDatabases(stateDir, "d1/miniflare-D1DatabaseObject", (db) =>
    db
      .prepare(
        "UPDATE audit_run SET started_at = started_at + ?1, heartbeat_at = heartbeat_at + ?1 WHERE completed_at IS NULL",
      )
      .run(age),
  );
  inDatabases(stateDir, "do/crawlready-SnapshotIndex", (db) =>
    db.prepare("UPDATE entry SET expires_at = expires_at + ?").run(age),
  );
  return stateDir;
}
