import { Hono } from "hono";
import * as z from "zod";
import { ApiError } from "../../errors/api-error";
import type { AppEnv } from "../../http/app-env";
import { laterOf } from "../../http/later";
import { operation } from "../../http/operation";
import { requireSession } from "../middleware/require-session";
import { requireSameOrigin } from "../middleware/require-same-origin";
import { setCookies } from "../../http/set-cookies";
import { validate } from "../../http/validate";
import { recoveryRoutes } from "./recovery-routes";
import { readSession } from "../sessions/sessions";
import { presentUser } from "../settings/presenters";
import {
  CheckMailResponse,
  PasswordBody,
  SecondFactorResponse,
  SessionResponse,
  SignInBody,
  SignUpBody,
  UserResponse,
} from "./sign-in-schemas";
import { changePassword, signIn, signOut } from "./sign-in";
import { signUp } from "./sign-up";
import { twoFactorRoutes } from "./two-factor-routes";

const body = ["invalid_request", "invalid_json", "payload_too_large"] as const;
const writes = ["cross_origin_request", "unsupported_media_type", "sessions_unavailable"] as const;

const signUpOp = operation({
  tag: "Sign-in",
  summary: "Sign up",
  description:
    "Creates an account on the free plan with this user as its owner and mails a link that proves the email. If the service only prints mail, the user is signed in at once. Otherwise the response is `check_mail`, and the user can sign in once the email is proven. An email that already has an account gets the same response.",
  credentials: [],
  responses: { 200: z.union([UserResponse, CheckMailResponse]) },
  errors: [...body, ...writes, "rate_limited"],
});
const signInOp = operation({
  tag: "Sign-in",
  summary: "Sign in",
  description:
    "Sets the session cookie. It lasts seven days, and using it extends it, up to 90 days in all. A user has at most 50 sessions: a new one ends the oldest. A user with a second factor gets `twoFactorRedirect`: call `/two-factor/verify-totp` or `/two-factor/verify-backup-code` with this response's cookie to open the session.",
  credentials: [],
  responses: { 200: z.union([UserResponse, SecondFactorResponse]) },
  errors: [...body, ...writes, "invalid_credentials", "rate_limited"],
});
const signOutOp = operation({
  tag: "Sign-in",
  summary: "Sign out",
  credentials: [],
  responses: { 200: z.object({ success: z.literal(true) }) },
  errors: [...writes],
});
const passwordOp = operation({
  tag: "Sign-in",
  summary: "Change the password",
  description: "Ends the user's other sessions and connected apps, and invalidates every mailed link.",
  credentials: ["session"],
  responses: { 200: UserResponse },
  errors: [...body, "cross_origin_request", "unsupported_media_type", "invalid_credentials"],
});
const sessionOp = operation({
  tag: "Sign-in",
  summary: "Read the signed-in user",
  description: "`null` if nobody is signed in. Extends the session.",
  credentials: [],
  responses: { 200: SessionResponse },
  errors: [],
});

/** `/api/auth`: open to everyone, but only our own pages may make requests that set cookies. */
export const authRoutes = new Hono<AppEnv>()
  .post("/sign-up/email", signUpOp, validate("json", SignUpBody), async (c) => {
    requireSameOrigin(c);
    const result = await signUp(c.env, c.req.raw, c.req.valid("json"), laterOf(c), Date.now());
    if (result.kind === "check_mail") return c.json({ status: "check_mail" as const });
    setCookies(c, result.headers);
    return c.json({ user: presentUser(result.user) });
  })
  .post("/sign-in/email", signInOp, validate("json", SignInBody), async (c) => {
    requireSameOrigin(c);
    const result = await signIn(c.env, c.req.raw, c.req.valid("json"), laterOf(c), Date.now());
    setCookies(c, result.headers);
    if (result.kind === "session") return c.json({ user: presentUser(result.member) });
    return c.json({ twoFactorRedirect: true as const, twoFactorMethods: ["totp" as const] });
  })
  .post("/sign-out", signOutOp, async (c) => {
    requireSameOrigin(c);
    setCookies(c, await signOut(c.env, c.req.raw, Date.now()));
    return c.json({ success: true as const });
  })
  .post("/change-password", passwordOp, requireSession("member"), validate("json", PasswordBody), async (c) => {
    const caller = c.get("caller");
    setCookies(c, await changePassword(c.env, caller, c.req.raw, c.req.valid("json"), laterOf(c), Date.now()));
    return c.json({ user: presentUser(caller) });
  })
  .get("/get-session", sessionOp, async (c) => {
    if (!c.env.AUTH_SECRET) throw new ApiError("sessions_unavailable");
    const live = await readSession(c.env, c.req.raw, true, Date.now());
    if (!live) return c.json(null);
    setCookies(c, live.headers);
    const { user, sessionId, expiresAt, emailVerified, twoFactorEnabled } = live;
    const session = { id: sessionId, expiresAt: expiresAt.toISOString() };
    return c.json({ user, session, emailVerified, twoFactorEnabled });
  })
  .route("/", recoveryRoutes)
  .route("/two-factor", twoFactorRoutes);
