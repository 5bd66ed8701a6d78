import { globSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Tables that only requests change, and their columns that something else changes too. */
const TABLES: Record<string, readonly string[]> = {
  account: [],
  action_log: [],
  api_key: ["last_used_at"],
  credential: [],
  domain: [
    "audit_not_before",
    "purge_not_before",
    "upkeep_not_before",
    "proof_checked_at",
    "proof_seen_at",
    "proof_lost_at",
    "origin_proof",
  ],
  membership: [],
  session: [],
  stats_token: ["last_used_at"],
  user: [],
  verification: [],
  webhook: ["disabled_at", "disabled_reason"],
  invitation: [],
  mail_token: [],
  printed_mail: [],
  two_factor: ["failed_verification_count", "locked_until"],
  prompt: [],
};
/** Tables of work in the background: only requests add rows. */
const WORK = ["audit_run", "prompt_run"];

/** Rows by table and key, as text. */
export type Digest = Map<string, string>;

/** Reads what the service's database holds of what requests write. */
export class StateReader {
  readonly #database: DatabaseSync;

  constructor(stateDir: string) {
    const [file] = globSync(path.join(stateDir, "v3/d1/miniflare-D1DatabaseObject/[0-9a-f]*.sqlite"));
    if (!file) throw new Error("the service has no database");
    this.#database = new DatabaseSync(file, { readOnly: true });
  }

  read(): Digest {
    const digest: Digest = new Map();
    for (const [table, others] of Object.entries(TABLES))
      for (const row of this.#database.prepare(`SELECT rowid AS row_number, * FROM "${table}"`).iterate()) {
        for (const column of others) delete row[column];
        digest.set(`${table} ${String(row["row_number"])}`, JSON.stringify(row));
      }
    for (const table of WORK)
      for (const { id } of this.#database.prepare(`SELECT id FROM "${table}"`).iterate())
        digest.set(`${table} ${String(id)}`, "");
    return digest;
  }

  close(): void {
    this.#database.close();
  }
}

/** Tables with rows that differ, each with one of them. */
export function differences(before: Digest, after: Digest): string[] {
  const found = new Map<string, string>();
  for (const [name, row] of after)
    if (before.get(name) !== row) found.set(name.split(" ")[0]!, `${before.get(name) ?? "nothing"} → ${row}`);
  for (const [name, row] of before) if (!after.has(name)) found.set(name.split(" ")[0]!, `${row} → nothing`);
  return [...found].map(([table, change]) => `${table}: ${change.slice(0, 600)}`);
}
