import type { Db } from "../../db/client";
import { deleteConnection } from "../repo/connections";
import { actionRow } from "../repo/record-action";
import { oauthError } from "./oauth-error";

/** Ends a connection whose code or refresh token was used twice: two have it, and we can't tell which is the app. @throws ApiError `invalid_grant`. */
export async function endReplayed(
  db: Db,
  { id, accountId, clientName }: { id: string; accountId: string; clientName: string },
  now: number,
): Promise<never> {
  const actor = { kind: "system", id: null } as const;
  const action = { accountId, actor, action: "connection.replayed", target: id, detail: { name: clientName } };
  await deleteConnection(db, { id, accountId }, actionRow(action, now));
  throw oauthError("invalid_grant", "This was used before, so the app is no longer connected. Connect it again.");
}
