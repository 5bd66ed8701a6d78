import { Hono } from "hono";
import type { PageEnv } from "../../server/page-env";
import { appsPage, disconnectApp } from "./apps-page";
import { dataPage, deleteAccountForm } from "./data-page";
import { createKey, keysPage, revokeKey } from "./keys-page";
import { logPage } from "./log-page";
import { inviteMember, membersPage, removeOwnMember } from "./members-page";
import { planPage } from "./plan-page";
import {
  changeOwnEmail,
  changeOwnPassword,
  confirmTwoFactor,
  endOtherSessions,
  endSession,
  prepareTwoFactor,
  renewCodes,
  stopTwoFactor,
} from "./security-actions";
import { securityPage } from "./security-page";
import { webhookPages } from "./webhook-routes";

/** `/app/account` */
export const accountPages = new Hono<PageEnv>()
  .route("/webhooks", webhookPages)
  .get("/", planPage)
  .get("/keys", (c) => keysPage(c))
  .post("/keys", createKey)
  .post("/keys/revoke", revokeKey)
  .get("/apps", appsPage)
  .post("/apps/disconnect", disconnectApp)
  .get("/members", (c) => membersPage(c))
  .post("/members", inviteMember)
  .post("/members/remove", removeOwnMember)
  .get("/security", (c) => securityPage(c))
  .post("/password", changeOwnPassword)
  .post("/email", changeOwnEmail)
  .post("/two-factor/enable", prepareTwoFactor)
  .post("/two-factor/verify", confirmTwoFactor)
  .post("/two-factor/disable", stopTwoFactor)
  .post("/two-factor/backup-codes", renewCodes)
  .post("/sessions/end", endSession)
  .post("/sessions/end-others", endOtherSessions)
  .get("/log", logPage)
  .get("/data", (c) => dataPage(c))
  .post("/delete", deleteAccountForm);
