import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { copyState } from "../../../scripts/dev/copy-state.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-copy-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A state with a database that is open, whose last rows are only in its write-ahead log. */
function openState() {
  const folder = newFolder();
  for (const part of ["v3/d1/x", "v3/r2/bucket/blobs", "browser-cache"])
    mkdirSync(path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, "v3/r2/bucket/blobs/one"), "body");
  writeFileSync(path.join(folder, "auth-secret"), "secret");
  writeFileSync(path.join(folder, "service.log"), "a log");
  const db = new DatabaseSync(path.join(folder, "v3/d1/x/main.sqlite"));
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER); INSERT INTO t VALUES (1), (2)");
  return { folder, db };
}

it("a copy of a state in use has its databases whole, its files and secrets, and nothing else", async () => {
  const { folder, db } = openState();
  const to = path.join(newFolder(), "copy");
  expect(await copyState(folder, to)).toMatchObject({ databases: 1, files: 3 });
  db.exec("INSERT INTO t VALUES (3)");
  db.close();
  const copy = new DatabaseSync(path.join(to, "v3/d1/x/main.sqlite"));
  expect(copy.prepare("SELECT count(*) AS n FROM t").get()).toEqual({ n: 2 });
  copy.close();
  expect(readFileSync(path.join(to, "v3/r2/bucket/blobs/one"), "utf8")).toBe("body");
  expect(readFileSync(path.join(to, "auth-secret"), "utf8")).toBe("secret");
  expect(() => readFileSync(path.join(to, "service.log"))).toThrow("ENOENT");
});

it("is never written over a state, nor made of a folder without one, nor of a damaged database", async () => {
  const { folder, db } = openState();
  db.close();
  await expect(copyState(folder, folder)).rejects.toThrow("there is a state in");
  await expect(copyState(newFolder(), newFolder())).rejects.toThrow("there is no state in");
  await expect(copyState(folder, path.join(folder, "copy"))).rejects.toThrow("is inside of the state in");
  writeFileSync(path.join(folder, "v3/d1/x/main.sqlite"), "x".repeat(10_000));
  await expect(copyState(folder, path.join(newFolder(), "copy"))).rejects.toThrow(/not a database|damaged/);
});
