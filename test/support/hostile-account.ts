import { startStandIn, type StandIn } from "../../demo/stand-in/server.ts";
import { HOSTILE_ANSWER, hostileRoutes, PAYLOAD } from "./hostile-texts.ts";
import { ADMIN_TOKEN, ask, startAudit, untilEnded } from "./service.ts";
import { startSite, type SiteServer } from "./site-server.ts";
import { strictVariables } from "./strict-providers.ts";

export const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` };
export const HOSTILE = { email: "owner@example.com", password: "a long password" };
const QUESTION = `Which bicycle shop is good? ${PAYLOAD}`;
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** Stand-ins for the AI providers, and the variables that point a service to them. Questions with a payload get one back. */
export async function startProviders(): Promise<{ standIn: StandIn; variables: Record<string, string> }> {
  const standIn = await startStandIn(0, {
    behave: ({ question }) =>
      question === QUESTION ? { kind: "complete", answer: HOSTILE_ANSWER } : { kind: "complete" },
  });
  const variables = {
    ANALYSIS_PROVIDER: "off",
    ...strictVariables(standIn.baseUrls),
  };
  return { standIn, variables };
}

/** One request of a crawler for a customer's site. */
export const crawl = (base: string, host: string, path: string, agent = GOOGLEBOT) =>
  ask(base, "GET", path, { headers: { host, "user-agent": agent } });

/** An account whose domain, site, visits and answers are all hostile, with two audits to compare. */
export async function seedHostileAccount(base: string): Promise<SiteServer> {
  const site = await startSite();
  site.routes = hostileRoutes(site.origin);
  const send = async (method: string, path: string, headers: Record<string, string>, json: unknown) => {
    const { status, body } = await ask(base, method, path, { headers, json });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const { accountId } = await send("POST", "/api/admin/accounts", OPERATOR, {
    ...HOSTILE,
    name: PAYLOAD.slice(0, 100),
    plan: "business",
  });
  const admin = `/api/admin/accounts/${accountId}`;
  await send("POST", `${admin}/domains`, OPERATOR, {
    domain: site.host,
    verified: true,
    brandName: "Saltmarsh Bikes",
    brandAliases: ["<script data-hostile>window.hostile=1</script>"],
    competitors: [{ name: "Fenland Cycles" }, { name: '"><img data-hostile src=x onerror=window.hostile=1>' }],
  });
  const { key } = await send("POST", `${admin}/api-keys`, OPERATOR, { name: PAYLOAD.slice(0, 60) });
  const auth = { "x-service-api-key": key };
  const audit = async () => untilEnded(base, auth, (await startAudit(base, auth, site.host)).body.runId);
  await send("POST", "/api/ai-mentions/prompts", auth, {
    action: "create",
    domain: site.host,
    promptText: QUESTION,
    intent: "info",
    tags: "shops",
  });
  await audit();
  const paths = ["/", "/big", "/gone", "/moved", "/%3Cscript%20data-hostile%3Ewindow.hostile=1%3C/script%3E"];
  for (const path of paths) await crawl(base, site.host, path);
  await crawl(
    base,
    site.host,
    "/",
    "Mozilla/5.0 (compatible; GPTBot/1.2; <script data-hostile>window.hostile=1</script>)",
  );
  site.routes["/big"] = { status: 500, body: PAYLOAD };
  await audit();
  return site;
}
