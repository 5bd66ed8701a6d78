import type { Bindings } from "../../env";
import { endpointOf, webhookIdOf } from "./send-events";
import type { NamedWebhook } from "./webhook-repo";

/** Sends `test.ping` to an endpoint. Returns the delivery's id. */
export async function sendTest(env: Bindings, row: NamedWebhook, now: number): Promise<string> {
  const { accountId, domainId, domain } = row;
  const id = await webhookIdOf(accountId, `test.ping:${crypto.randomUUID()}`);
  const data = JSON.stringify({ domain, message: "This is a test." });
  await endpointOf(env, row.id).addNow({ id, type: "test.ping", domainId, at: now, data }, now);
  return id;
}
