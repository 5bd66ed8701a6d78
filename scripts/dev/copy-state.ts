import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { backup, DatabaseSync } from "node:sqlite";

/** What a copy of a state holds. */
export interface CopiedState {
  databases: number;
  files: number;
  bytes: number;
}

/**
 * What a state needs: the database, objects, files and KV, the secrets, and which release upgraded it. The rest (logs, the
 * browser's files) is made anew.
 */
const PARTS = ["v3", "release.json", "auth-secret", "admin-token"];
/** The order in which parts refer to each other: a row of D1 names what is in an object, and both name files. */
const ORDER = ["d1", "do", "kv", "r2"];

const isSidecar = (name: string) => /\.sqlite-(?:wal|shm)$/.test(name);

/** Whether a folder holds a state. */
export const hasState = (folder: string): boolean => existsSync(path.join(folder, "v3"));

/**
 * Copies a state into another folder, which must not have one. Each database is copied whole, as it is at one time, also while a
 * service uses it. Only a stopped service gives a copy in which all of them are of the same time.
 * @throws Error if the target has a state or is inside of the first one, or if a copied database is damaged.
 */
export async function copyState(from: string, to: string): Promise<CopiedState> {
  if (!hasState(from)) throw new Error(`there is no state in ${from}`);
  if (hasState(to)) throw new Error(`there is a state in ${to} already`);
  if (!path.relative(from, to).startsWith("..")) throw new Error(`${to} is inside of the state in ${from}`);
  const copied: CopiedState = { databases: 0, files: 0, bytes: 0 };
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of PARTS) {
    if (!existsSync(path.join(from, name))) continue;
    for (const file of filesIn(from, name)) await copyFile(path.join(from, file), path.join(to, file), copied);
  }
  return copied;
}

async function copyFile(from: string, to: string, copied: CopiedState): Promise<void> {
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  if (from.endsWith(".sqlite")) {
    await copyDatabase(from, to);
    copied.databases++;
  } else copyFileSync(from, to);
  copied.files++;
  copied.bytes += statSync(to).size;
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const result = copy.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
    if (result !== "ok") throw new Error(`${to} is damaged: ${String(result)}`);
  } finally {
    copy.close();
  }
}

/** Files below `name`, relative to `folder`, in the order in which they refer to each other. */
function filesIn(folder: string, name: string): string[] {
  const place = path.join(folder, name);
  if (!statSync(place).isDirectory()) return [name];
  const rank = (entry: string) => (ORDER.indexOf(entry) + ORDER.length + 1) % (ORDER.length + 1);
  const entries = readdirSync(place).filter((entry) => !isSidecar(entry));
  entries.sort((left, right) => rank(left) - rank(right));
  return entries.flatMap((entry) => filesIn(folder, path.join(name, entry)));
}
