import type { Child } from "hono/jsx";
import { PageHeader, Tabs } from "../../ui/panels";
import { sitePath } from "../../../lib/hosts/page-paths";

const TABS = [
  ["", "Pages"],
  ["renders", "Render log"],
  ["ledger", "What was served"],
  ["refresh", "Refresh"],
  ["rules", "Rules"],
  ["connect", "Connect"],
] as const;

export type CacheTab = (typeof TABS)[number][0];

/** What all pages of the cache begin with. */
export function CacheFrame({ domain, tab, children }: { domain: string; tab: CacheTab; children?: Child }) {
  const items = TABS.map(([path, name]) => ({
    name,
    href: sitePath(domain, path === "" ? "cache" : `cache/${path}`),
    current: path === tab,
  }));
  return (
    <>
      <PageHeader title="Cache" lead="Snapshots of your pages, rendered in a browser, as crawlers get them." />
      <Tabs label="Parts of the cache" items={items} />
      {children}
    </>
  );
}
