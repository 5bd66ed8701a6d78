import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env";
import { laterOf } from "../../http/later";
import { operation } from "../../http/operation";
import { requireSession } from "../middleware/require-session";
import { requireSameOrigin } from "../middleware/require-same-origin";
import { validate } from "../../http/validate";
import { proveEmail, requestEmailChange, requestProof } from "./prove-email";
import { requestReset } from "../mail-links/reset-password";
import { choosePassword } from "./choose-password";
import { ChangeEmailBody, CheckMailResponse, EmailBody, ResetBody, TokenBody } from "./sign-in-schemas";

const body = ["invalid_request", "invalid_json", "payload_too_large"] as const;
const writes = ["cross_origin_request", "unsupported_media_type"] as const;
const mailed = {
  tag: "Sign-in",
  responses: { 200: CheckMailResponse },
  errors: [...body, ...writes, "mail_unavailable", "rate_limited"],
} as const;
const used = {
  tag: "Sign-in",
  credentials: [],
  errors: [...body, ...writes, "invalid_token", "rate_limited"],
} as const;

const requestResetOp = operation({
  ...mailed,
  credentials: [],
  summary: "Request a password reset",
  description:
    "Mails a link that works once, within an hour. An email without an account gets the same response. Repeated requests stop sending mail.",
});
const resetOp = operation({
  ...used,
  summary: "Set a new password with a mailed link",
  description: "Ends all sessions of the user and proves the email.",
  responses: { 200: z.object({ status: z.literal("password_changed") }) },
});
const requestProofOp = operation({
  ...mailed,
  credentials: [],
  summary: "Resend the link that proves an email",
  description:
    "Mails a link that works once, within 24 hours, if the email is not proven yet. The response is the same either way.",
});
const proveOp = operation({
  ...used,
  summary: "Prove an email with a mailed link",
  description:
    "For a change of the email, the request must also carry the session of the user whose email changes; otherwise the response is `sign_in_required`, and the link still works.",
  errors: [...used.errors, "sign_in_required", "sessions_unavailable"],
  responses: {
    200: z.object({
      status: z.literal("email_proven"),
      email: z.string(),
      joined: z.boolean().describe("The link was an invitation, which its user has accepted"),
    }),
  },
});
const changeEmailOp = operation({
  ...mailed,
  credentials: ["session"],
  summary: "Change the email",
  description:
    "Mails a link to the new address. The email changes when the signed-in user uses the link. Links of earlier requests stop working.",
  errors: [...body, ...writes, "invalid_credentials", "mail_unavailable"],
});

/** The part of `/api/auth` that works by mailed links. */
export const recoveryRoutes = new Hono<AppEnv>()
  .post("/request-password-reset", requestResetOp, validate("json", EmailBody), async (c) => {
    requireSameOrigin(c);
    await requestReset(c.env, c.req.raw, c.req.valid("json").email, laterOf(c), Date.now());
    return c.json({ status: "check_mail" as const });
  })
  .post("/reset-password", resetOp, validate("json", ResetBody), async (c) => {
    requireSameOrigin(c);
    await choosePassword(c.env, c.req.raw, c.req.valid("json"), laterOf(c), Date.now());
    return c.json({ status: "password_changed" as const });
  })
  .post("/send-verification-email", requestProofOp, validate("json", EmailBody), async (c) => {
    requireSameOrigin(c);
    await requestProof(c.env, c.req.raw, c.req.valid("json").email, laterOf(c), Date.now());
    return c.json({ status: "check_mail" as const });
  })
  .post("/verify-email", proveOp, validate("json", TokenBody), async (c) => {
    requireSameOrigin(c);
    const proven = await proveEmail(c.env, c.req.raw, c.req.valid("json").token, laterOf(c), Date.now());
    return c.json({ status: "email_proven" as const, ...proven });
  })
  .post("/change-email", changeEmailOp, requireSession("member"), validate("json", ChangeEmailBody), async (c) => {
    await requestEmailChange(c.env, c.get("caller"), c.req.raw, c.req.valid("json"), laterOf(c), Date.now());
    return c.json({ status: "check_mail" as const });
  });
