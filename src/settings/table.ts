import type { Setting } from "./setting";
import {
  AI_PROVIDERS,
  API_PROVIDERS,
  PROVIDERS_AS_JUDGES,
  variableOf,
  type ApiProvider,
  type ProviderVariable,
} from "../lib/ai-providers.ts";

/** The three settings of an AI provider. */
function settingsOfProvider(provider: ApiProvider): Partial<Record<ProviderVariable, Setting>> {
  const { label, path } = AI_PROVIDERS[provider];
  const all = { setBy: "operator", group: "providers" } as const;
  return {
    [variableOf(provider, "API_KEY")]: {
      ...all,
      kind: "secret",
      meaning: `The key for ${label}.`,
      without: `every run of ${label} ends with an error`,
      localInWords: "the demo's stand-in",
    },
    [variableOf(provider, "BASE_URL")]: {
      ...all,
      kind: "text",
      meaning: `Everything before \`${path}\`. Point it at an AI gateway to use one.`,
      defaultInWords: "the provider's",
    },
    [variableOf(provider, "MODEL")]: {
      ...all,
      kind: "text",
      meaning: `The model that answers for ${label}.`,
      defaultInWords: "set in [its adapter](../src/mentions/providers)",
    },
  };
}

const PROVIDER_SETTINGS = Object.assign({}, ...API_PROVIDERS.map(settingsOfProvider)) as Record<
  ProviderVariable,
  Setting
>;

/** The names of the providers, the preferred judge first. */
const JUDGE_NAMES = PROVIDERS_AS_JUDGES.map((provider) => `\`${provider}\``).join(", ");

/**
 * Every setting. The types of the Worker's variables, what `npm start` passes on, the secrets that `npm run deploy` lists,
 * `.dev.vars.example` and docs/settings.md come from this table. It imports only the table of AI providers, so that Node can run
 * it unbuilt.
 */
export const SETTINGS = {
  PORT: {
    setBy: "start",
    kind: "number",
    default: 8787,
    min: 1,
    max: 65_535,
    meaning: "The port to listen on, on 127.0.0.1.",
  },
  STATE_DIR: {
    setBy: "start",
    kind: "text",
    default: ".wrangler/state",
    meaning:
      "The folder for the database, snapshots, queues and the log, closed to other users. Services with different folders run side by side.",
  },
  DEMO: { setBy: "start", kind: "text", default: "1", meaning: "`0` starts an empty service without the sample site." },
  CHROME_PATH: {
    setBy: "start",
    kind: "text",
    defaultInWords: "the system's Chromium or Chrome, else its headless shell of Chromium",
    meaning: "The browser to render with.",
  },
  ADMIN_TOKEN: {
    setBy: "operator",
    group: "operator",
    kind: "secret",
    deployButton: true,
    localInWords: "generated, printed and kept with the state",
    meaning:
      "The operator's bearer token: a random text of at least 24 characters, such as the output of `openssl rand -hex 32`.",
    without: "the operator endpoints answer 404",
  },
  PLAN_CONTACT: {
    setBy: "operator",
    group: "operator",
    kind: "text",
    defaultInWords: "the address of `EMAIL_FROM`",
    meaning: "Where users who ask for more than their plan has are sent: a URL, or an email address.",
  },
  PLAN_PRICES: {
    setBy: "operator",
    group: "operator",
    kind: "list",
    meaning:
      "What the plans cost, for the page at `/`, such as `free=€0, starter=€19 a month`. The plans are `free`, `starter`, `pro` and `business`. Without a price, it shows no plans.",
  },
  DEMO_URL: {
    setBy: "operator",
    group: "operator",
    kind: "text",
    meaning:
      "Where the page at `/` sends strangers who want to see a demo, such as the public statistics of a site. Without it, the page has no such link.",
  },
  EMAIL_FROM: {
    setBy: "operator",
    group: "mail",
    kind: "text",
    meaning: "The sender's address.",
  },
  EMAIL_API_URL: {
    setBy: "operator",
    group: "mail",
    kind: "text",
    meaning: "The URL of a mail API that accepts `{from, to, subject, text, html}` by POST, as Resend does.",
  },
  EMAIL_API_KEY: {
    setBy: "operator",
    group: "mail",
    kind: "secret",
    meaning: "The key for the mail API. It also needs `EMAIL_FROM`, `EMAIL_API_URL` and `API_HOSTS`.",
    without: "users can't reset passwords (503) or prove their email, and sign-up opens a session at once",
  },
  MAILS_PER_HOUR: {
    setBy: "operator",
    group: "mail",
    kind: "number",
    default: 1_000,
    meaning:
      "Mails that the whole service sends per hour. Further mails are not sent, and `mail_ceiling_reached` is logged.",
  },
  ...PROVIDER_SETTINGS,
  SURFACES_BASE_URL: {
    setBy: "operator",
    group: "providers",
    kind: "text",
    meaning:
      "The address of a scraping service that reads what people see in AI Overviews, AI Mode, Copilot and ChatGPT: https. [How](surfaces.md).",
    defaultInWords: "none: those surfaces cannot be asked",
  },
  SURFACES_API_KEY: {
    setBy: "operator",
    group: "providers",
    kind: "secret",
    meaning: "The key for that scraping service.",
    without: "every run of a surface ends with an error",
  },
  SURFACES_FORM: {
    setBy: "operator",
    group: "providers",
    kind: "text",
    meaning: "The form of that service's requests and responses, as JSON ([how](surfaces.md)).",
    defaultInWords: "the form that its document shows",
  },
  AI_GATEWAY_TOKEN: {
    setBy: "operator",
    group: "providers",
    kind: "secret",
    meaning: "The token for a Cloudflare AI Gateway in front of the providers.",
    without: "only gateways that require no token can be used",
  },
  AI_TIMEOUT_SECONDS: {
    setBy: "operator",
    group: "providers",
    kind: "number",
    // Answers with search take 5 to 60 seconds; Anthropic's with three searches take up to about 90.
    default: 120,
    min: 1,
    meaning: "How long an AI provider may take to answer.",
  },
  AI_CALLS_PER_DAY: {
    setBy: "operator",
    group: "providers",
    kind: "number",
    default: 20_000,
    meaning:
      "Calls to AI providers per UTC day, for the whole service. Runs beyond it end with an error and are repeated later.",
  },
  ANALYSIS_PROVIDER: {
    setBy: "operator",
    group: "judge",
    kind: "text",
    defaultInWords: "the first of these with a key, else `cloudflare`",
    meaning: `Who judges answers: ${JUDGE_NAMES} or \`cloudflare\`. \`off\`: rules alone.`,
  },
  ANALYSIS_MODEL: {
    setBy: "operator",
    group: "judge",
    kind: "text",
    defaultInWords: "the provider's",
    meaning: "The language model that judges answers.",
  },
  ANALYSIS_CALLS_PER_DAY: {
    setBy: "operator",
    group: "judge",
    kind: "number",
    default: 20_000,
    meaning: "Calls that judge answers per UTC day, for the whole service. Beyond it, rules alone read the answers.",
  },
  BROWSER_SECONDS_PER_DAY: {
    setBy: "operator",
    group: "rendering",
    kind: "number",
    // Two pages in parallel around the clock.
    default: 172_800,
    meaning: "Rendering seconds per UTC day, for the whole service. Parallel renders add up.",
  },
  RENDER_POOLS: {
    setBy: "operator",
    group: "rendering",
    kind: "number",
    default: 1,
    min: 1,
    // More browsers at once than an account of Browser Rendering may have.
    max: 100,
    meaning:
      "The number of render pools. Each runs one browser with eight tabs, so stay below your account's limit of concurrent browsers.",
  },
  BROWSER_IDLE_SECONDS: {
    setBy: "operator",
    group: "rendering",
    kind: "number",
    // Most of what renders of small sites cost. A start takes one to two seconds.
    default: 10,
    min: 1,
    // Browser Rendering itself ends a session that has been idle for two minutes.
    max: 110,
    meaning:
      "How long a browser stays open after a render. Cloudflare counts that time. The next render within it does not have to start one.",
  },
  RENDER_GATHER_SECONDS: {
    setBy: "operator",
    group: "rendering",
    kind: "number",
    // Halves the browser time of small sites (docs/capacity.md).
    default: 60,
    // A stale page's render is asked for again after a minute.
    max: 60,
    local: "0",
    meaning:
      "Stale pages, which crawlers get at once, are rendered together every so many seconds, because an open browser costs the same however many tabs it uses. `0` renders each at once.",
  },
  SITE_REQUESTS_PER_JOB: {
    setBy: "operator",
    group: "audits",
    kind: "number",
    default: 4_000,
    min: 10,
    meaning:
      "Requests to a site after which a job of its audit hands over to another. Cloudflare limits how many one invocation may make: 50 on the free plan.",
  },
  CRAWLER_PROOFS_URL: {
    setBy: "operator",
    group: "crawlers",
    kind: "text",
    local: "off",
    defaultInWords: "the URLs that the crawlers' operators publish",
    meaning:
      "A mirror to verify visits with: IP ranges at `/ranges/{list}`, keys at `/keys/{host}`. `off`: every visit stays `unknown`.",
  },
  DNS_RESOLVER_URL: {
    setBy: "operator",
    group: "crawlers",
    kind: "text",
    default: "https://cloudflare-dns.com/dns-query",
    meaning: "The DNS-over-HTTPS resolver (JSON) that verifies domains and crawlers.",
  },
  SIGNING_KEYS: {
    setBy: "operator",
    group: "crawlers",
    kind: "secret",
    meaning:
      "Signs what the service requests from sites (Web Bot Auth): an Ed25519 private key as a JWK, or a set of them, the one that signs first. It also needs `API_HOSTS`.",
    without: "requests are not signed, and sites know the crawler only by its name",
  },
  INDEXNOW_URL: {
    setBy: "operator",
    group: "crawlers",
    kind: "text",
    local: "off",
    default: "https://api.indexnow.org/indexnow",
    meaning: "The IndexNow endpoint that deploys submit changed pages to. `off`: none.",
  },
  CUSTOM_HOSTNAMES_TOKEN: {
    setBy: "operator",
    group: "hostnames",
    kind: "secret",
    meaning:
      "Cloudflare's API token for one zone, with `SSL and Certificates: Edit`. Domains become custom hostnames of the zone. It needs the next two settings too.",
    without: "you create custom hostnames yourself",
  },
  CUSTOM_HOSTNAMES_ZONE: {
    setBy: "operator",
    group: "hostnames",
    kind: "text",
    meaning: "The id of that zone.",
  },
  CUSTOM_HOSTNAMES_TARGET: {
    setBy: "operator",
    group: "hostnames",
    kind: "text",
    meaning: "The host that customers point their CNAME records to, such as `customers.example.com`.",
  },
  CUSTOM_HOSTNAMES_MAX: {
    setBy: "operator",
    group: "hostnames",
    kind: "number",
    // What Cloudflare gives for free.
    default: 100,
    meaning:
      "The most custom hostnames that the service keeps. Further ones wait. Cloudflare charges for more than 100.",
  },
  CUSTOM_HOSTNAMES_PER_MINUTE: {
    setBy: "operator",
    group: "hostnames",
    kind: "number",
    default: 15,
    min: 1,
    meaning:
      "Custom hostnames that are created per minute. Cloudflare issues 15 certificates per minute unless it agreed to more.",
  },
  CUSTOM_HOSTNAMES_VALIDATION: {
    setBy: "operator",
    group: "hostnames",
    kind: "text",
    default: "http",
    meaning:
      "How certificates are validated. `http`: by itself, once the CNAME record is there. `txt`: by a TXT record too, which avoids downtime when a live site moves.",
  },
  CUSTOM_HOSTNAMES_API_URL: {
    setBy: "developer",
    kind: "text",
    default: "https://api.cloudflare.com/client/v4",
    meaning: "Cloudflare's API, for tests with a stand-in.",
  },
  AUTH_SECRET: {
    setBy: "deploy",
    kind: "secret",
    localInWords: "generated and kept with the state",
    meaning:
      "Signs session cookies and encrypts what accounts store as secrets. A new one signs everybody out and makes the stored secrets unreadable.",
    without: "nobody can sign in (503)",
  },
  API_HOSTS: {
    setBy: "deploy",
    kind: "list",
    localInWords: "`127.0.0.1` and `localhost` on `PORT`, always",
    defaultInWords: "none: every host that is not a domain serves the API",
    meaning:
      "The hosts of the API. Any other host answers 404 unless it is a customer's verified domain. Mailed links point to the first.",
  },
  ALLOW_PRIVATE_HOSTS: {
    setBy: "developer",
    kind: "switch",
    local: "true",
    meaning:
      "Allows domains on loopback and private hosts, with a port, and an `ADMIN_TOKEN` of fewer than 24 characters.",
  },
  EMAIL_PRINT: {
    setBy: "developer",
    kind: "switch",
    local: "true",
    meaning: "Writes mail that can't be sent to the log, and lists it at `/api/admin/mails`.",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** Settings that the Worker reads: all except those of `npm start` alone. */
export type WorkerSetting = {
  [Name in SettingName]: (typeof SETTINGS)[Name]["setBy"] extends "start" ? never : Name;
}[SettingName];

/** All settings with their names, in the order of the table. */
export function allSettings(): Array<Setting & { name: SettingName }> {
  return Object.entries<Setting>(SETTINGS).map(([name, row]) => Object.assign({ name: name as SettingName }, row));
}
