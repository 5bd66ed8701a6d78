import { SECTIONS } from "../../server/layout";
import type { FieldTable } from "../../ui/fields";
import { ACCOUNT_TABS, type AccountTab } from "../account/frame";
import { SCOPE } from "../audits/start/scope-fields";
import { SCHEDULE } from "../settings/audit-fields";
import { BRAND_TABLE } from "../settings/brand-page";
import { SETTINGS_TABS, type SettingsTab } from "../settings/frame";
import { PLACE, SERVING_TABLE } from "../settings/site-page";
import { appPath, sitePath, type SitePage } from "../../../lib/hosts/page-paths";

/** A page of the dashboard, or a setting on it. */
export interface View {
  title: string;
  /** Where it is. */
  note: string;
  href: string;
  /** Other words that find it. The domain is none: it would find everything. */
  words: string;
}

/** What people look for in the account, beside the names of its pages. */
const ACCOUNT_WORDS: Record<AccountTab, string> = {
  "": "limits billing price upgrade requests renders",
  keys: "token secret x-service-api-key",
  apps: "oauth mcp assistant claude chatgpt",
  members: "invite team user role owner",
  security: "password two-factor 2fa session email sign out",
  webhooks: "events notify slack signature",
  log: "history audit trail who",
  data: "export delete account gdpr privacy",
};

const SETTINGS_WORDS: Record<SettingsTab, string> = {
  "": "names aliases rivals",
  site: "cache origin snapshot markdown llms.txt",
  audits: "schedule weekly staging login extract",
  ownership: "verify dns remove domain delete",
};

const FIELDS: readonly (readonly [tab: SettingsTab, table: FieldTable])[] = [
  ["", BRAND_TABLE],
  ["site", PLACE],
  ["site", SERVING_TABLE],
  ["audits", SCHEDULE],
  ["audits", SCOPE],
];

/** Pages of a domain below those that the navigation has. */
const VIEWS: readonly (readonly [page: Exclude<SitePage, `${string}:${string}`>, title: string, words: string])[] = [
  ["audits/new", "Start an audit", "crawl check again"],
  ["audits/robots", "Try robots.txt", "allow disallow crawler"],
  ["cache/connect", "Connect the site", "integration install middleware proxy dns"],
  ["cache/ledger", "What was served", "ledger proof cloaking signed hash"],
  ["cache/renders", "Render log", "failed browser errors"],
  ["cache/refresh", "Refresh snapshots", "invalidate purge deploy"],
  ["cache/rules", "Rules for paths", "ttl exclude wait"],
  ["crawlers/paths", "Paths that crawlers read", "pages visits"],
  ["crawlers/unseen", "What crawlers have not seen", "outdated renew"],
  ["crawlers/waste", "Visits that brought nothing", "404 redirects violations robots"],
  ["crawlers/fixes", "Missing addresses", "404 redirects"],
  ["crawlers/errands", "An agent’s errands", "price contact return policy accessibility tree"],
  ["crawlers/router", "Spare crawlers visits", "budget redirect 410 gone duplicates"],
  ["crawlers/policy", "Try a robots.txt and redirects", "policy block"],
  ["crawlers/people", "People from AI answers", "referrals"],
  ["crawlers/search", "Figures of search engines", "google console import clicks"],
  ["crawlers/share", "Share the statistics", "public link badge"],
  ["crawlers/import", "Import logs", "access log nginx apache upload"],
  ["mentions/prompts", "Prompts", "questions ask providers"],
  ["mentions/competitors", "Competitors", "rivals share of voice"],
  ["mentions/citations", "Citations", "sources links"],
  ["mentions/questions", "Questions that people ask", "suggestions"],
  ["mentions/facts", "Facts in answers", "wrong price outdated hallucination watch"],
  ["mentions/reports", "Reports", "visibility weekly export"],
];

/** Everywhere that a reader can go in the account, and in a domain if one is chosen. */
export function viewsOf(domain: string | null): View[] {
  return [...(domain === null ? [] : ofDomain(domain)), ...ofAccount()];
}

function ofDomain(domain: string): View[] {
  const settingsOf = (tab: SettingsTab) => sitePath(domain, tab === "" ? "settings" : `settings/${tab}`);
  const nameOf = (tab: SettingsTab) => SETTINGS_TABS.find(([path]) => path === tab)![1];
  return [
    ...SECTIONS.map(([page, title]) => ({ title, note: domain, href: sitePath(domain, page), words: "" })),
    ...VIEWS.map(([page, title, words]) => ({ title, note: domain, href: sitePath(domain, page), words })),
    ...SETTINGS_TABS.map(([tab, title]) => ({
      title,
      note: `Settings of ${domain}`,
      href: settingsOf(tab),
      words: `settings ${SETTINGS_WORDS[tab]}`,
    })),
    ...FIELDS.flatMap(([tab, table]) =>
      Object.values(table).map(({ label }) => ({
        title: label,
        note: `Settings of ${domain}: ${nameOf(tab)}`,
        href: settingsOf(tab),
        words: `settings ${nameOf(tab)}`,
      })),
    ),
  ];
}

function ofAccount(): View[] {
  const ofTab = ACCOUNT_TABS.map(([tab, title]) => ({
    title,
    note: "Account",
    href: appPath(tab === "" ? "account" : `account/${tab}`),
    words: `account ${ACCOUNT_WORDS[tab]}`,
  }));
  return [
    ...ofTab,
    { title: "All domains", note: "Account", href: appPath("", { all: "yes" }), words: "sites list" },
    { title: "Add a domain", note: "Account", href: appPath("domains/new"), words: "new site" },
  ];
}
