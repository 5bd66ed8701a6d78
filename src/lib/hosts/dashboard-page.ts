import { sitePath } from "./page-paths";

/** A page of the dashboard, for people. */
export interface DashboardLink {
  href: string;
  name: string;
}

/** The dashboard's page for the API path that an item of advice names: people read pages, programs the path. */
export function dashboardPage(domain: string, apiPath: string): DashboardLink {
  const url = URL.parse(apiPath, "http://own.invalid");
  const { pathname = "", searchParams = new URLSearchParams() } = url ?? {};
  if (pathname.startsWith("/api/seo-spider")) return { href: sitePath(domain, "audits"), name: "Audits" };
  if (pathname.endsWith("/page-insights"))
    return { href: sitePath(domain, "inspect", { url: searchParams.get("url") }), name: "Inspect the page" };
  if (pathname.startsWith("/api/analytics")) return { href: sitePath(domain, "crawlers"), name: "Crawlers" };
  const prompt = searchParams.get("promptId");
  if (prompt) return { href: sitePath(domain, "mentions/prompts/:id", { id: prompt }), name: "The prompt's answers" };
  return { href: sitePath(domain, "mentions/prompts"), name: "Prompts" };
}
