import { mediaTypeOf } from "../../lib/text/media-type";
import type { Context, MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { authenticateVisitor, isForeignWrite, limitCaller } from "../../accounts";
import { setCookies } from "../../http/set-cookies";
import { assetNames } from "./assets";
import { takeFlash } from "./flash";
import { pageApi } from "./page-api";
import type { PageEnv, PublicEnv, SiteEnv } from "./page-env";
import { ApiProblem, type DomainFacts } from "./read";
import { APP_ROOT, sitePath } from "../../lib/hosts/page-paths";

const SOURCES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * `same-origin`, because without a referrer forms would have a null origin. HSTS is set for all responses
 * (http/request-context).
 */
const policy = (more: { frameSrc?: string[]; formAction?: string[] }) =>
  secureHeaders({
    contentSecurityPolicy: { ...SOURCES, ...more },
    referrerPolicy: "same-origin",
    strictTransportSecurity: false,
    // Headers that are set below, or by what is in frames, are kept.
    overwrite: false,
  });

/** For every response of the dashboard: nothing inline and nothing from elsewhere. */
export const pagePolicy = policy({});

/** For a page with frames: where they may come from. */
export function withFrames(sources: (domain: DomainFacts) => string[]): MiddlewareHandler<SiteEnv> {
  return (c, next) => policy({ frameSrc: sources(c.get("domain")) })(c, next);
}

/** Answers with a page whose form leads to another site, or with that redirect: the policy has to name the site. */
export async function leadingTo(c: Context, source: string, answer: () => Promise<Response>): Promise<Response> {
  await policy({ formAction: ["'self'", source] })(c, async () => {
    c.res = await answer();
  });
  return c.res;
}

/**
 * For pages whose address holds a credential. `strict-origin`: no request names the address. `no-referrer`, where no
 * form writes: sites that the page links to don't learn it either.
 */
export function withReferrer(value: "strict-origin" | "no-referrer"): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.header("referrer-policy", value);
  };
}

function localeOf(c: Context): string {
  const wanted = (c.req.header("accept-language") ?? "").slice(0, 100).split(/[,;]/, 1)[0]!.trim();
  try {
    return Intl.NumberFormat.supportedLocalesOf([wanted])[0] ?? "en";
  } catch {
    return "en";
  }
}

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

function refuseForeignForm(c: Context): void {
  if (isForeignWrite(c.req.url, c.req.header("origin") ?? null, c.req.header("sec-fetch-site") ?? null))
    throw new ApiProblem(403, "cross_origin_request", "This form was sent from another site. Nothing was changed.", {});
  if (!FORMS.includes(mediaTypeOf(c.req.header("content-type") ?? FORMS[0]!)))
    throw new ApiProblem(415, "unsupported_media_type", "Pages accept forms only; programs use the API.", {});
}

/** What every page needs. Refuses forms from other sites. */
export function pageContext(): MiddlewareHandler<PublicEnv> {
  return async (c, next) => {
    c.header("cache-control", "no-store");
    c.set("locale", localeOf(c));
    c.set("assets", await assetNames(c.env, c.req.url));
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    // Public pages may be cached for everybody, so they contain no message for one reader.
    c.set("flash", isRead && c.req.path.startsWith(APP_ROOT) ? takeFlash(c) : null);
    c.set("api", pageApi({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext }));
    if (!isRead) refuseForeignForm(c);
    await next();
  };
}

/** Identifies the reader and counts the page once. `signInAgain` answers those who are not signed in. */
/** The most domains that menus and forms offer. */
const MOST_NAMES = 1_000;

export function signedIn(signInAgain: (c: Context<PageEnv>) => Promise<Response>): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const visitor = await authenticateVisitor(c.env, c.req.raw, true, Date.now());
    if (!visitor) return signInAgain(c);
    const { caller, emailVerified, headers } = visitor;
    setCookies(c, headers);
    c.set("caller", caller);
    c.set("emailVerified", emailVerified);
    c.set("domains", []);
    if (caller.suspension !== null) throw new ApiProblem(403, "account_suspended", caller.suspension, {});
    await limitCaller(c.env, caller);
    const api = pageApi({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext, caller });
    c.set("api", api);
    c.set("domains", (await api.listDomainNames({ query: { limit: MOST_NAMES } })).domains);
    await next();
  };
}

/** Lets a page for everyone show who reads it, if somebody is signed in. Such a page is not for caches of others. */
export function knownReader(): MiddlewareHandler<PublicEnv> {
  return async (c, next) => {
    const visitor = await authenticateVisitor(c.env, c.req.raw, false, Date.now());
    if (visitor && visitor.caller.suspension === null) {
      const { caller } = visitor;
      const api = pageApi({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext, caller });
      c.set("caller", caller);
      c.set("domains", (await api.listDomainNames({ query: { limit: MOST_NAMES } })).domains);
    }
    await next();
    c.header("vary", "Cookie", { append: true });
    if (visitor) c.header("cache-control", "no-store");
  };
}

/** Finds the domain of `/app/site/:domain` among the reader's. Pages of other domains don't exist for them. */
export function ofSite(): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const name = c.req.param("domain")!;
    const domain = await c
      .get("api")
      .readDomain({ path: { domain: name } })
      .catch((error: unknown) => {
        if (!(error instanceof ApiProblem) || error.status !== 403) throw error;
        throw new ApiProblem(404, "domain_not_owned", "Your account has no such domain.", {});
      });
    c.set("domain", domain);
    // Without a proof, other pages have nothing to show. Settings stay open, so that the domain can be changed or
    // removed.
    const section = c.req.path.split("/")[4] ?? "";
    if (!domain.verified && section !== "verify" && section !== "settings")
      return c.redirect(sitePath(domain.domain, "verify"), 303);
    await next();
  };
}
