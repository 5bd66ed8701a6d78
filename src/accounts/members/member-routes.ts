import { Hono } from "hono";
import { openDb } from "../../db/client";
import { laterOf } from "../../http/later";
import { operation } from "../../http/operation";
import { requireSession, type SessionEnv } from "../middleware/require-session";
import { noQuery, validate } from "../../http/validate";
import { limitRate } from "../throttle/limit-rate";
import { mailInvitation } from "./mail-invitation";
import { limitMailsPerHour, requireMailer } from "../mail-links/mail-link";
import { addMember, listVisiblePeople, removeMember } from "./members";
import { MemberResponse, MemberBody, MemberList, UserParam } from "../schemas";

const described = { tag: "Account", credentials: ["session"] } as const;
const write = ["cross_origin_request", "unsupported_media_type", "owner_required", "invalid_request"] as const;

const MEMBERS_PER_MINUTE = 10;
/** Where mails are really delivered. */
const MEMBERS_PER_HOUR = 50;

const listOp = operation({
  ...described,
  summary: "List members",
  description: "A member who is restricted to some domains gets only their own entry.",
  responses: { 200: MemberList },
  errors: [],
});
const addOp = operation({
  ...described,
  summary: "Add a member",
  description:
    "Mails an invitation. The owner of the email joins by its link within 7 days and then signs in with the password; without one in the body, they choose it there. If the service only prints mail, signing in with the password is enough. Until then the member is `pending`, and the email can still be used for another account. The response is the same whether or not the email has an account, but an email that has one can't join. `domains` restricts a member to some domains.",
  responses: { 201: MemberResponse },
  errors: [
    ...write,
    "invalid_json",
    "payload_too_large",
    "domain_not_owned",
    "member_limit_reached",
    "email_taken",
    "mail_unavailable",
  ],
});
const removeOp = operation({
  ...described,
  summary: "Remove a member",
  description:
    "Deletes the user and ends their sessions, or withdraws a pending member's invitation. The account's last owner can't be removed.",
  responses: { 204: null },
  errors: [...write, "member_not_found", "last_owner"],
});

/** `/api/account/members` */
export const memberRoutes = new Hono<SessionEnv>()
  .get("/", listOp, requireSession("member"), noQuery, async (c) => {
    return c.json({ members: await listVisiblePeople(openDb(c.env.DB), c.get("caller"), Date.now()) });
  })
  .post("/", addOp, requireSession("owner"), validate("json", MemberBody), async (c) => {
    const caller = c.get("caller");
    // The response does not reveal whether the email has a user. The limit bounds hashes and mails.
    await limitRate(c.env, `members:${caller.accountId}`, MEMBERS_PER_MINUTE);
    await limitMailsPerHour(c.env, `members-hour:${caller.accountId}`, MEMBERS_PER_HOUR);
    const body = c.req.valid("json");
    // Only a mail lets its reader choose a password.
    if (body.password === undefined) requireMailer(c.env);
    const { passwordHash, ...added } = await addMember(openDb(c.env.DB), caller, body, Date.now());
    laterOf(c)(
      mailInvitation(c.env, c.req.raw, { id: added.userId, email: added.email, tokenHash: null, passwordHash }),
    );
    return c.json(added, 201);
  })
  .delete("/:userId", removeOp, requireSession("owner"), validate("param", UserParam), async (c) => {
    await removeMember(openDb(c.env.DB), c.get("caller"), c.req.valid("param").userId, Date.now());
    return c.body(null, 204);
  });
