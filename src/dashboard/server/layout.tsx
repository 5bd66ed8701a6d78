import type { Child } from "hono/jsx";
import type { SessionCaller } from "../../accounts";
import type { AssetNames, Flash, PageSetup } from "./page-env";
import type { DomainFacts, NamedDomain } from "./read";
import { Icon, type IconName } from "../ui/icon";
import { Wordmark } from "../ui/mark";
import { Notice } from "../ui/panels";
import { appPath, sitePath } from "../../lib/hosts/page-paths";
import { shownHost } from "../../lib/hosts/shown-host";

/** What the layout shows in addition to the page's own content. */
export interface LayoutView {
  assets: AssetNames;
  flash: Flash | null;
  caller?: SessionCaller;
  domains?: NamedDomain[];
  domain?: DomainFacts;
  emailVerified?: boolean;
  path: string;
}

/** The one navigation: path after the domain, and name. */
export const SECTIONS = [
  ["", "Today"],
  ["audits", "Audits"],
  ["cache", "Cache"],
  ["crawlers", "Crawlers"],
  ["mentions", "AI mentions"],
  ["inspect", "Inspect"],
  ["settings", "Settings"],
] as const;

export function Layout(props: PageSetup & { view: LayoutView; children?: Child }) {
  const { title, scripts = [], refreshSeconds, plain, view } = props;
  const { assets, domain } = view;
  const content = (
    <>
      {view.flash && <Notice kind={view.flash.kind === "done" ? "good" : "bad"}>{view.flash.text}</Notice>}
      {view.caller && view.emailVerified === false && <ConfirmMail path={view.path} />}
      {props.children}
    </>
  );
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!props.indexed && <meta name="robots" content="noindex" />}
        <title>{[title, domain && shownHost(domain.domain), "Crawlready"].filter(Boolean).join(" · ")}</title>
        <link rel="icon" type="image/svg+xml" href={assets["favicon.svg"]} />
        <link rel="stylesheet" href={assets["app.css"]} />
        {["app", ...(view.caller ? ["search"] : []), ...scripts].map((name) => (
          <script type="module" src={scriptOf(assets, name)}></script>
        ))}
        {refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body class={plain ? "plain" : undefined}>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Banner {...view} />
        <div class={domain && !plain ? "frame has-nav" : "frame"}>
          {domain && !plain && <SiteNav domain={domain} section={props.section} />}
          <main id="content" tabindex={-1}>
            {content}
          </main>
        </div>
      </body>
    </html>
  );
}

function scriptOf(assets: AssetNames, name: string): string {
  const path = assets[`${name}.js`];
  if (!path) throw new Error(`src/dashboard/browser has no script ${name}.ts`);
  return path;
}

function Banner({ caller, domains = [], domain, path }: LayoutView) {
  return (
    <header class="banner">
      <Wordmark href={appPath("")} />
      {caller && (
        <>
          <details class="menu switcher">
            <summary>
              <span class="visually-hidden">Domain: </span>
              {domain ? shownHost(domain.domain) : "Choose a domain"}
            </summary>
            <ul>
              {domains.slice(0, 50).map((each) => (
                <li>
                  <a
                    href={sitePath(each.domain, "")}
                    aria-current={each.domain === domain?.domain ? "true" : undefined}
                  >
                    {shownHost(each.domain)}
                  </a>
                </li>
              ))}
              <li class="menu-last">
                <a href={appPath("", { all: "yes" })}>All domains</a>
              </li>
              <li>
                <a href={appPath("domains/new")}>Add a domain</a>
              </li>
            </ul>
          </details>
          <SearchLink domain={domain?.domain} />
          <AccountMenu caller={caller} />
        </>
      )}
      {!caller && (
        <nav class="banner-links" aria-label="Service">
          <a href="/docs" aria-current={path === "/docs" ? "page" : path.startsWith("/docs/") ? "true" : undefined}>
            API
          </a>
          <a href="/bots" aria-current={path === "/bots" ? "page" : undefined}>
            Crawlers
          </a>
          {path !== appPath("sign-in") && <a href={appPath("sign-in")}>Sign in</a>}
        </nav>
      )}
    </header>
  );
}

/** Opens the page of search; where scripts run, browser/search.ts opens a box over this page instead. */
const SearchLink = ({ domain }: { domain?: string }) => (
  <a class="search-link" href={appPath("search", { domain })} data-search>
    Search <kbd hidden>Ctrl K</kbd>
  </a>
);

function AccountMenu({ caller }: { caller: SessionCaller }) {
  return (
    <details class="menu account">
      <summary>
        <span class="visually-hidden">Account of </span>
        <span class="menu-name">{caller.name || caller.email}</span>
      </summary>
      <ul>
        <li class="menu-text">{caller.email}</li>
        <li>
          <a href={appPath("account")}>Account</a>
        </li>
        <li>
          <a href={appPath("account/keys")}>API keys</a>
        </li>
        <li>
          <a href={appPath("account/members")}>Members</a>
        </li>
        <li>
          <a href="/docs">API reference</a>
        </li>
        <li>
          <a href="/bots">Known crawlers</a>
        </li>
        <li class="menu-last">
          <form method="post" action={appPath("sign-out")}>
            <button class="link">Sign out</button>
          </form>
        </li>
      </ul>
    </details>
  );
}

function SiteNav({ domain, section }: { domain: DomainFacts; section?: string }) {
  return (
    <nav class="site-nav" aria-label={domain.domain}>
      <ul>
        {SECTIONS.map(([path, name]) => (
          <li>
            <a href={sitePath(domain.domain, path)} aria-current={path === section ? "page" : undefined}>
              <Icon name={path === "" ? "today" : (path satisfies IconName)} /> {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ConfirmMail({ path }: { path: string }) {
  return (
    <Notice kind="warn">
      Your email is not confirmed yet. Open the link that we sent you.
      <form method="post" action={appPath("send-confirmation")} class="inline">
        <input type="hidden" name="back" value={path} />
        <button class="link">Send it again</button>
      </form>
    </Notice>
  );
}
