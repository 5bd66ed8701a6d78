import { actionRow, sendNotice } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { webhookDisabledMail } from "../../mail";
import { disableWebhook, ownerEmails, type WebhookRow } from "./webhook-repo";

/** Turns off an endpoint that is gone or dead, notes it in the account's log, and writes to the owners once. */
export async function disableFailing(
  env: Bindings,
  row: WebhookRow,
  reason: "gone" | "failing",
  now: number,
): Promise<void> {
  const db = openDb(env.DB);
  const { id, accountId } = row;
  const actor = { kind: "system", id: null } as const;
  const action = actionRow({ accountId, actor, action: "webhook.disabled", target: id, detail: { reason } }, now);
  if (!(await disableWebhook(db, id, reason, now, action))) return;
  log("info", "webhook_disabled", { webhookId: id, reason });
  for (const email of await ownerEmails(db, accountId))
    await sendNotice(env, webhookDisabledMail(email, reason), "webhook");
}
