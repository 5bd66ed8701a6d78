import { Hono } from "hono";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { operation } from "../../http/operation";
import { requireSession, type SessionEnv } from "../middleware/require-session";
import { noQuery, validate } from "../../http/validate";
import { actorOf, recordAction } from "../repo/record-action";
import { IdParam } from "../schemas";
import { deleteChallenges, deleteOtherSessions, deleteSession, listSessions } from "../repo/sessions";
import { SessionList, SessionsEnded } from "../sign-in/sign-in-schemas";

const described = { tag: "Account", credentials: ["session"] } as const;
const write = ["cross_origin_request", "unsupported_media_type"] as const;

const listOp = operation({
  ...described,
  summary: "List your sessions",
  description: "Where you are signed in, most recently used first.",
  responses: { 200: SessionList },
  errors: [],
});
const endOp = operation({
  ...described,
  summary: "End one of your sessions",
  responses: { 204: null },
  errors: [...write, "invalid_request", "session_not_found"],
});
const endOthersOp = operation({
  ...described,
  summary: "End all your other sessions",
  responses: { 200: SessionsEnded },
  errors: write,
});

/** `/api/account/sessions`: the signed-in user's own sessions. */
export const sessionRoutes = new Hono<SessionEnv>()
  .get("/", listOp, requireSession("member"), noQuery, async (c) => {
    const { userId, sessionId } = c.get("caller");
    const rows = await listSessions(openDb(c.env.DB), userId, Date.now());
    const sessions = rows.map((row) => ({
      id: row.id,
      current: row.id === sessionId,
      createdAt: row.createdAt.getTime(),
      lastUsedAt: row.updatedAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      ipAddress: row.ipAddress,
      userAgent: row.userAgent,
    }));
    return c.json({ sessions });
  })
  .delete("/:id", endOp, requireSession("member"), validate("param", IdParam), async (c) => {
    const db = openDb(c.env.DB);
    const caller = c.get("caller");
    const { id } = c.req.valid("param");
    if (!(await deleteSession(db, caller.userId, id))) {
      throw new ApiError("session_not_found", "You have no session with this id.");
    }
    await recordAction(db, { ...ended(caller.accountId), actor: actorOf(caller), target: id }, Date.now());
    return c.body(null, 204);
  })
  .delete("/", endOthersOp, requireSession("member"), async (c) => {
    const db = openDb(c.env.DB);
    const caller = c.get("caller");
    await deleteChallenges(db, caller.userId);
    const count = await deleteOtherSessions(db, caller.userId, caller.sessionId);
    const action = { ...ended(caller.accountId), actor: actorOf(caller), target: null, detail: { others: count } };
    await recordAction(db, action, Date.now());
    return c.json({ ended: count });
  });

const ended = (accountId: string) => ({ accountId, action: "session.ended" });
