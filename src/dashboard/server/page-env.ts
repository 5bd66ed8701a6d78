import type { Context } from "hono";
import type { SessionCaller } from "../../accounts";
import type { AppEnv } from "../../http/app-env";
import type { PageApi } from "./page-api";
import type { DomainFacts, NamedDomain } from "./read";

/** Hono's types for pages that anybody may open. */
export type PublicEnv = AppEnv & {
  Variables: {
    api: PageApi;
    /** The reader's locale, for numbers. */
    locale: string;
    /** What the form before this page did, shown once. */
    flash: Flash | null;
    /** Hashed names of the scripts and the stylesheet. */
    assets: AssetNames;
    caller?: SessionCaller;
    emailVerified?: boolean;
    domains?: NamedDomain[];
    domain?: DomainFacts;
  };
};

/** Hono's types for pages of a signed-in reader. */
export type PageEnv = PublicEnv & {
  Variables: { caller: SessionCaller; emailVerified: boolean; domains: NamedDomain[] };
};

/** Hono's types for the pages of one domain. */
export type SiteEnv = PageEnv & { Variables: { domain: DomainFacts } };

export interface Flash {
  kind: "done" | "problem";
  text: string;
}

/** Source name, such as `app.css`, to path. */
export type AssetNames = Readonly<Record<string, string>>;

/** A page's context. The shell takes those of all three kinds of page. */
export type PageContext = Context<any, any, any>;

/** The context of a signed-in reader's pages, and of one domain's pages. */
export type OwnPageContext = Context<PageEnv>;
export type SitePageContext = Context<SiteEnv>;

export interface PageSetup {
  title: string;
  /** The entry of the navigation that this page belongs to: the path after the domain, such as `audits`. */
  section?: string;
  /** Scripts of browser/ that this page needs in addition to the common one, such as `progress`. */
  scripts?: string[];
  /** Reloads the page after this many seconds where scripts don't run. */
  refreshSeconds?: number;
  status?: number;
  /** For search engines too. */
  indexed?: boolean;
  /** A narrow page without navigation, such as the sign-in page. */
  plain?: boolean;
}
