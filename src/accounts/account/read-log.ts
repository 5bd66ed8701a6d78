import { schemaError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { maskUrls } from "../../lib/hosts/url";
import type { SessionCaller } from "../core/caller";
import { listActions, type ActionRecord } from "../repo/actions";

/**
 * Returns a part of the account's action log, newest first. Restricted members see only their own actions. @throws
 * ApiError `invalid_request` for an invalid cursor.
 */
export async function readLog(
  db: Db,
  caller: SessionCaller,
  page: { limit: number; cursor?: string; action?: string },
) {
  const userId = caller.domains === null ? null : caller.userId;
  const rows = await listActions(
    db,
    { accountId: caller.accountId, userId, action: page.action },
    parseCursor(page.cursor),
    page.limit,
  );
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return { entries: rows.map(presentAction), nextCursor: last ? `${last.at}_${last.id}` : null };
}

function parseCursor(cursor: string | undefined): { at: number; id: string } | null {
  if (cursor === undefined) return null;
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor);
  if (!match) throw schemaError([{ path: "cursor", message: "use the nextCursor of the previous response" }]);
  return { at: Number(match[1]), id: match[2]! };
}

/** The service never returns the credentials in a URL. */
function presentAction(row: ActionRecord) {
  const { id, at, action, target } = row;
  return { id, at, actor: { kind: row.actorKind, id: row.actorId }, action, target, detail: maskUrls(row.detail) };
}
