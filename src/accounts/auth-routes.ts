import { Hono, type Context } from "hono";
import * as z from "zod";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { requireSession } from "../http/require-session";
import { requireSameOrigin } from "../http/same-origin";
import { validate } from "../http/validate";
import type { MemberRecord } from "./member-repo";
import { readSession } from "./sessions";
import { PasswordBody, SessionAnswer, SignInBody, SignUpBody, UserAnswer } from "./schemas";
import { changePassword, signIn, signOut, signUp } from "./sign-in";

const body = ["invalid_request", "invalid_json", "payload_too_large"] as const;
const writes = ["cross_origin_request", "unsupported_media_type", "sessions_unavailable"] as const;

const signUpOp = operation({
  tag: "Sign-in",
  summary: "Sign up",
  description: "Makes an account on the free plan with this user as its owner, and signs the user in.",
  credentials: [],
  answers: { 200: UserAnswer },
  errors: [...body, ...writes, "email_taken", "rate_limited"],
});
const signInOp = operation({
  tag: "Sign-in",
  summary: "Sign in",
  description: "Sets the session's cookie, which lasts seven days and is prolonged by use.",
  credentials: [],
  answers: { 200: UserAnswer },
  errors: [...body, ...writes, "invalid_credentials", "rate_limited"],
});
const signOutOp = operation({
  tag: "Sign-in",
  summary: "Sign out",
  credentials: [],
  answers: { 200: z.object({ success: z.literal(true) }) },
  errors: [...writes],
});
const passwordOp = operation({
  tag: "Sign-in",
  summary: "Change the password",
  description: "Ends the user's other sessions.",
  credentials: ["session"],
  answers: { 200: UserAnswer },
  errors: [...body, "cross_origin_request", "unsupported_media_type", "invalid_credentials"],
});
const sessionOp = operation({
  tag: "Sign-in",
  summary: "Tell who is signed in",
  description: "`null` when nobody is. Prolongs the session.",
  credentials: [],
  answers: { 200: SessionAnswer },
  errors: [],
});

/** Passes the library's cookies on. */
function setCookies(c: Context, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
}

const userOf = ({ userId, email, name }: Pick<MemberRecord, "userId" | "email" | "name">) => ({
  id: userId,
  email,
  name,
});

/** `/api/auth`. Anyone may call; cookies are written for pages of our own only. */
export const authRoutes = new Hono<AppEnv>()
  .post("/sign-up/email", signUpOp, validate("json", SignUpBody), async (c) => {
    requireSameOrigin(c);
    const { member, headers } = await signUp(c.env, c.req.raw, c.req.valid("json"), Date.now());
    setCookies(c, headers);
    return c.json({ user: userOf(member) });
  })
  .post("/sign-in/email", signInOp, validate("json", SignInBody), async (c) => {
    requireSameOrigin(c);
    const { member, headers } = await signIn(c.env, c.req.raw, c.req.valid("json"), Date.now());
    setCookies(c, headers);
    return c.json({ user: userOf(member) });
  })
  .post("/sign-out", signOutOp, async (c) => {
    requireSameOrigin(c);
    setCookies(c, await signOut(c.env, c.req.raw, Date.now()));
    return c.json({ success: true as const });
  })
  .post("/change-password", passwordOp, requireSession("member"), validate("json", PasswordBody), async (c) => {
    const caller = c.get("caller");
    setCookies(c, await changePassword(c.env, caller, c.req.raw, c.req.valid("json"), Date.now()));
    return c.json({ user: userOf(caller) });
  })
  .get("/get-session", sessionOp, async (c) => {
    if (!c.env.AUTH_SECRET) throw new ApiError("sessions_unavailable");
    const live = await readSession(c.env, c.req.raw, true);
    if (!live) return c.json(null);
    setCookies(c, live.headers);
    return c.json({ user: live.user, session: { id: live.sessionId, expiresAt: live.expiresAt.toISOString() } });
  });
