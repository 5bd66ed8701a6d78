import type { SitePageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { defaultInput } from "../audits/start/start-page";

/** Starts the audit of a domain that was just verified, unless it has had one. False: it can't start now. */
export async function startFirstAudit(c: SitePageContext): Promise<boolean> {
  const { api, domain } = c.var;
  try {
    const { runs } = await api.listAudits({ query: { domain: domain.domain, analyses: "false" } });
    if (runs.length > 0) return false;
    await api.startAudit({ body: { domain: domain.domain, ...defaultInput(c) } });
    return true;
  } catch (error) {
    // The domain is verified either way, and its page has a button for the audit.
    if (error instanceof ApiProblem) return false;
    throw error;
  }
}
