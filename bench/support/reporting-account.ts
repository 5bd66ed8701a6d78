import { ADMIN_TOKEN, ask, type Service } from "../../test/support/service.ts";

/** An account that may send a million requests per minute. */
export interface ReportingAccount {
  headers: Record<string, string>;
  addDomain: (domain: string) => Promise<void>;
  /** Fetches a report of a domain. Rejects unless it is there. `path`: below /api/analytics/, with a question mark. */
  report: (path: string, domain: string) => Promise<any>;
}

export async function reportingAccount(service: Service): Promise<ReportingAccount> {
  const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const admin = async (url: string, json: unknown, method = "POST") =>
    (await ask(service.base, method, `/api/admin/accounts${url}`, { headers: operator, json })).body;
  const { accountId } = await admin("", { email: "bench@example.com", password: "a long password", plan: "business" });
  await admin(`/${accountId}`, { limits: { requestsPerMinute: 1_000_000 } }, "PATCH");
  const { key } = await admin(`/${accountId}/api-keys`, { name: "bench" });
  const headers = { "x-service-api-key": key as string };
  return {
    headers,
    addDomain: async (domain) => void (await admin(`/${accountId}/domains`, { domain, verified: true })),
    async report(path, domain) {
      const answer = await ask(service.base, "GET", `/api/analytics/${path}&domain=${domain}`, { headers });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}
