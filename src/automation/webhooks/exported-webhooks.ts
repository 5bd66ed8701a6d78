import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { presentDetail } from "./present-webhook";
import { endpointOf } from "./send-events";
import { listWebhooks } from "./webhook-repo";

/** An account's endpoints for its export, without their secrets and the paths of their URLs. */
export async function exportedWebhooks(env: Bindings, accountId: string) {
  const rows = await listWebhooks(openDb(env.DB), accountId);
  return rows.map(
    ({
      accountId: _account,
      domainId: _domain,
      sealedUrl: _url,
      sealedSecret: _secret,
      previousSecret: _old,
      ...row
    }) => row,
  );
}

const PAGE = 200;

/** Yields the deliveries of an account's endpoints in parts. */
export async function* exportedDeliveries(env: Bindings, accountId: string): AsyncGenerator<object[]> {
  for (const row of await listWebhooks(openDb(env.DB), accountId)) {
    for (let after = ""; ;) {
      const found = await endpointOf(env, row.id).exportAfter(after, PAGE);
      yield found.map((delivery) => ({ webhookId: row.id, ...presentDetail(null, delivery, row) }));
      if (found.length < PAGE) break;
      after = found.at(-1)!.id;
    }
  }
}
