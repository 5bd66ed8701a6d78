import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { sha256Hex } from "../../lib/crypto/hash";
import { familyOf } from "../core/connections/tokens";
import { deleteConnection, findConnectionOfToken } from "../repo/connections";
import { actionRow } from "../repo/record-action";

/** Ends the connection that an app's token belongs to (RFC 7009). An unknown token, or one of another app, changes nothing. */
export async function revokeToken(env: Pick<Bindings, "DB">, form: URLSearchParams, now: number): Promise<void> {
  const token = form.get("token") ?? "";
  const family = familyOf(token);
  const db = openDb(env.DB);
  const found = await findConnectionOfToken(db, await sha256Hex(token), family && (await sha256Hex(family)));
  if (!found || found.clientId !== form.get("client_id")) return;
  const { id, accountId } = found;
  const actor = { kind: "connection", id } as const;
  await deleteConnection(db, found, actionRow({ accountId, actor, action: "connection.revoked", target: id }, now));
}
