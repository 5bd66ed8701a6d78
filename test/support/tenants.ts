import { ask, seedAccount, type Service } from "./service.ts";
import { startSite, type SiteServer } from "./site-server.ts";

/** A site whose every path has the same page, with an account of its own. */
export interface Tenant {
  site: SiteServer;
  auth: Record<string, string>;
}

export async function newTenant(service: Service, body: string): Promise<Tenant> {
  const site = await startSite();
  site.routes = { "*": { body } };
  return { site, auth: await seedAccount(service.base, { domain: site.host }) };
}

/** Asks for a page through `/render`. `state`: where the answer came from. */
export async function renderPage(service: Service, { site, auth }: Tenant, path: string) {
  const startedAt = Date.now();
  const answer = await ask(service.base, "GET", `/render/${site.origin}${path}`, { headers: auth });
  return { state: answer.headers.get("x-crawlready-cache"), ms: Date.now() - startedAt };
}
