import { Hono } from "hono";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { operation } from "../../http/operation";
import { noQuery, validate } from "../../http/validate";
import { requireSession, type SessionEnv } from "../middleware/require-session";
import { deleteConnection, listConnections } from "../repo/connections";
import { actionRow, actorOf } from "../repo/record-action";
import { IdParam } from "../schemas";
import { ConnectionList } from "./connection-schemas";

const described = { tag: "Account", credentials: ["session"] } as const;
const listOp = operation({
  ...described,
  summary: "List connected apps",
  description: "Apps that act in your name, latest first; for an owner those of all members.",
  responses: { 200: ConnectionList },
  errors: [],
});
const endOp = operation({
  ...described,
  summary: "Disconnect an app",
  description: "Its tokens stop working immediately. Members can disconnect their own apps, owners all.",
  responses: { 204: null },
  errors: ["cross_origin_request", "unsupported_media_type", "invalid_request", "connection_not_found"],
});

/** `/api/account/connections` */
export const connectionRoutes = new Hono<SessionEnv>()
  .get("/", listOp, requireSession("member"), noQuery, async (c) => {
    const { accountId, userId, role } = c.get("caller");
    const whose = role === "owner" ? null : userId;
    return c.json({ connections: await listConnections(openDb(c.env.DB), accountId, whose, Date.now()) });
  })
  .delete("/:id", endOp, requireSession("member"), validate("param", IdParam), async (c) => {
    const caller = c.get("caller");
    const { accountId, role, userId } = caller;
    const { id } = c.req.valid("param");
    const row = actionRow({ accountId, actor: actorOf(caller), action: "connection.revoked", target: id }, Date.now());
    const which = { id, accountId, ...(role === "member" && { userId }) };
    if (!(await deleteConnection(openDb(c.env.DB), which, row)))
      throw new ApiError("connection_not_found", "You have no connected app with this id.");
    return c.body(null, 204);
  });
