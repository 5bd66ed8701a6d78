import { hasTables } from "../../db/object-schema";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { deletePack, getPack, putPack } from "./answers-bucket";
import {
  beginPack,
  duePack,
  forgetPack,
  packOf,
  rowsOfPack,
  settlePack,
  switchToPack,
  unpackedRows,
  type Pack,
} from "./pack-rows";
import type { StoredParts } from "./stored-answer";

type Storage = Pick<DurableObjectStorage, "kv" | "sql" | "transactionSync">;
type PackEnv = Pick<Bindings, "ARCHIVE">;

/** The day up to which answers may go to R2, and the one up to which they did. */
const [ARCHIVE_TO, ARCHIVED_TO] = ["archiveTo", "archivedTo"];

/** Lets bodies of days up to this one go to R2. */
export function archiveUpTo({ kv }: Storage, day: string): void {
  if (day > (kv.get<string>(ARCHIVE_TO) ?? "")) kv.put(ARCHIVE_TO, day);
}

export function hasPackWork(storage: Storage): boolean {
  if (!hasTables(storage)) return false;
  const { kv, sql } = storage;
  return duePack(sql) !== undefined || (kv.get<string>(ARCHIVE_TO) ?? "") > (kv.get<string>(ARCHIVED_TO) ?? "");
}

/** Writes or deletes one file. Only the object's alarm calls it, so there is one at a time. */
export async function doPackWork(env: PackEnv, storage: Storage, domainId: string): Promise<void> {
  const due = duePack(storage.sql);
  await (due ? rewrite(env, storage, domainId, due) : archive(env, storage, domainId));
}

/** Writes a file anew with what its rows say, or deletes it if it has no rows. */
async function rewrite(env: PackEnv, storage: Storage, domainId: string, pack: Pack): Promise<void> {
  const rows = rowsOfPack(storage.sql, pack);
  if (rows.length > 0) {
    const old = await getPack(env, domainId, pack.key);
    if (old === null) return giveUp(storage, domainId, pack);
    return write(env, storage, domainId, { day: pack.day, rows, old, oldKey: pack.key });
  }
  await deletePack(env, domainId, pack.key);
  if (hasTables(storage)) forgetPack(storage.sql, pack.key);
}

/** A file that is gone has nothing left to take out. Its answers are lost, and the other files go on. */
function giveUp(storage: Storage, domainId: string, { key }: Pack): void {
  log("error", "answers_missing", { domainId, key });
  if (hasTables(storage)) settlePack(storage.sql, key);
}

async function archive(env: PackEnv, storage: Storage, domainId: string): Promise<void> {
  const { kv } = storage;
  const to = kv.get<string>(ARCHIVE_TO)!;
  const rows = unpackedRows(storage.sql, kv.get<string>(ARCHIVED_TO) ?? "", to);
  if (rows.length === 0) return kv.put(ARCHIVED_TO, to);
  await write(env, storage, domainId, { day: rows[0]!.day, rows, old: null, oldKey: null });
}

interface NewFile {
  day: string;
  rows: readonly StoredParts[];
  /** The file that has what the rows lack, and its key. */
  old: ArrayBuffer | null;
  oldKey: string | null;
}

async function write(env: PackEnv, storage: Storage, domainId: string, file: NewFile): Promise<void> {
  const { day, rows, old, oldKey } = file;
  const key = `${day}/${crypto.randomUUID()}`;
  beginPack(storage.sql, { key, day });
  const { body, packed } = packOf(rows, old);
  await putPack(env, domainId, key, body);
  // The domain may have been removed meanwhile. Its last purge deletes the file.
  if (hasTables(storage)) storage.transactionSync(() => switchToPack(storage.sql, key, packed, oldKey));
}
