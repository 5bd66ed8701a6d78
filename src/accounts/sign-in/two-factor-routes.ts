import { Hono, type Context } from "hono";
import type { AppEnv } from "../../http/app-env";
import { laterOf } from "../../http/later";
import { operation } from "../../http/operation";
import { requireSession } from "../middleware/require-session";
import { requireSameOrigin } from "../middleware/require-same-origin";
import { setCookies } from "../../http/set-cookies";
import { validate } from "../../http/validate";
import { presentUser } from "../settings/presenters";
import { BackupCodes, CodeBody, OwnPasswordBody, TwoFactorSecret, UserResponse } from "./sign-in-schemas";
import { disableTwoFactor, enableTwoFactor, renewBackupCodes, verifySecondFactor } from "./two-factor";

const general = [
  "invalid_request",
  "invalid_json",
  "payload_too_large",
  "cross_origin_request",
  "unsupported_media_type",
] as const;
const own = {
  tag: "Sign-in",
  credentials: ["session"],
  errors: [...general, "invalid_credentials", "two_factor_conflict"],
} as const;
const enableOp = operation({
  ...own,
  summary: "Prepare a second factor",
  description:
    "Returns the secret for an authenticator app and ten backup codes. Both are shown only once. `verify-totp` with a first code turns the second factor on.",
  responses: { 200: TwoFactorSecret },
});
const disableOp = operation({ ...own, summary: "Turn the second factor off", responses: { 200: UserResponse } });
const backupOp = operation({
  ...own,
  summary: "Create new backup codes",
  description: "The old codes stop working.",
  responses: { 200: BackupCodes },
});
const code = {
  tag: "Sign-in",
  credentials: [],
  responses: { 200: UserResponse },
  errors: [...general, "sessions_unavailable", "invalid_code", "two_factor_conflict", "rate_limited"],
} as const;
const totpOp = operation({
  ...code,
  summary: "Submit a code from the authenticator app",
  description: "Completes a sign-in that is waiting for a code. With a session, turns the second factor on.",
});
const useBackupOp = operation({
  ...code,
  summary: "Submit a backup code",
  description: "Completes a sign-in that is waiting for a code. Each code works once.",
});

async function verify(c: Context<AppEnv>, kind: "totp" | "backup", given: string) {
  requireSameOrigin(c);
  const { user, headers } = await verifySecondFactor(c.env, c.req.raw, kind, given, laterOf(c), Date.now());
  setCookies(c, headers);
  return c.json({ user: presentUser(user) });
}

/** `/api/auth/two-factor` */
export const twoFactorRoutes = new Hono<AppEnv>()
  .post("/enable", enableOp, requireSession("member"), validate("json", OwnPasswordBody), async (c) => {
    return c.json(await enableTwoFactor(c.env, c.get("caller"), c.req.raw, c.req.valid("json").password));
  })
  .post("/disable", disableOp, requireSession("member"), validate("json", OwnPasswordBody), async (c) => {
    const caller = c.get("caller");
    const { password } = c.req.valid("json");
    setCookies(c, await disableTwoFactor(c.env, caller, c.req.raw, password, laterOf(c), Date.now()));
    return c.json({ user: presentUser(caller) });
  })
  .post("/backup-codes", backupOp, requireSession("member"), validate("json", OwnPasswordBody), async (c) => {
    return c.json(await renewBackupCodes(c.env, c.get("caller"), c.req.raw, c.req.valid("json").password));
  })
  .post("/verify-totp", totpOp, validate("json", CodeBody), (c) => verify(c, "totp", c.req.valid("json").code))
  .post("/verify-backup-code", useBackupOp, validate("json", CodeBody), (c) =>
    verify(c, "backup", c.req.valid("json").code),
  );
