import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Works on the local databases of a class of Durable Objects. The API knows no past, so the demo dates what the service made. */
export function inObjects(stateDir: string, className: string, work: (db: DatabaseSync) => void): void {
  const objects = path.join(stateDir, "v3/do");
  const folder = existsSync(objects) && readdirSync(objects).find((name) => name.endsWith(className));
  if (folder) inDatabases(path.join(objects, folder), /^[0-9a-f]+\.sqlite$/, work);
}

/** Works on the local D1. */
export const inD1 = (stateDir: string, work: (db: DatabaseSync) => void): void =>
  inDatabases(path.join(stateDir, "v3/d1/miniflare-D1DatabaseObject"), /^(?!metadata).*\.sqlite$/, work);

function inDatabases(folder: string, named: RegExp, work: (db: DatabaseSync) => void): void {
  for (const file of readdirSync(folder).filter((name) => named.test(name))) {
    const db = new DatabaseSync(path.join(folder, file), { timeout: 5_000 });
    try {
      work(db);
    } finally {
      db.close();
    }
  }
}
