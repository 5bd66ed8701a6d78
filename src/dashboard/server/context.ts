import type { Context, MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { authenticateVisitor, isForeignWrite, limitCaller } from "../../accounts";
import { setCookies } from "../../http/set-cookies";
import { ownApi } from "../../own-api";
import { sitePath } from "../ui/paths";
import { assetNames } from "./assets";
import { takeFlash } from "./flash";
import type { PageEnv, PublicEnv, SiteEnv } from "./page-env";
import { ApiProblem, read, type DomainFacts } from "./read";

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

/** Nothing inline and nothing from elsewhere. `same-origin`, because without a referrer forms would have a null origin. */
export const pagePolicy = secureHeaders({
  contentSecurityPolicy: SOURCES,
  referrerPolicy: "same-origin",
  // Pages with frames, and what stands in the frames, have their own.
  overwrite: false,
});
/** For pages whose address holds a credential: no request names the address. */
export const secretPagePolicy = secureHeaders({ contentSecurityPolicy: SOURCES, referrerPolicy: "strict-origin" });

/** For a page with frames: where they may come from. */
export function withFrames(sources: (domain: DomainFacts) => string[]): MiddlewareHandler<SiteEnv> {
  return (c, next) =>
    secureHeaders({
      contentSecurityPolicy: { ...SOURCES, frameSrc: sources(c.get("domain")) },
      referrerPolicy: "same-origin",
    })(c, next);
}

/** For a page whose address is a secret: no site that it links to learns it. It has no forms that write. */
export const secretPolicy = secureHeaders({ contentSecurityPolicy: SOURCES, referrerPolicy: "no-referrer" });

function localeOf(c: Context): string {
  const wanted = (c.req.header("accept-language") ?? "").slice(0, 100).split(/[,;]/, 1)[0]!.trim();
  try {
    return Intl.NumberFormat.supportedLocalesOf([wanted])[0] ?? "en";
  } catch {
    return "en";
  }
}

const FORM = "application/x-www-form-urlencoded";

function refuseForeignForm(c: Context): void {
  if (isForeignWrite(c.req.url, c.req.header("origin") ?? null, c.req.header("sec-fetch-site") ?? null))
    throw new ApiProblem(403, "cross_origin_request", "This form was sent from another site. Nothing was changed.", {});
  if ((c.req.header("content-type") ?? FORM).split(";", 1)[0]!.trim().toLowerCase() !== FORM)
    throw new ApiProblem(415, "unsupported_media_type", "Pages accept forms only; programs use the API.", {});
}

/** What every page needs. Refuses forms of other sites. */
export function pageContext(): MiddlewareHandler<PublicEnv> {
  return async (c, next) => {
    c.header("cache-control", "no-store");
    c.set("locale", localeOf(c));
    c.set("assets", await assetNames(c.env, c.req.url));
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    // Public pages may be cached for everybody, so no message of one reader stands in them.
    c.set("flash", isRead && c.req.path.startsWith("/app") ? takeFlash(c) : null);
    c.set("api", ownApi({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext }));
    if (!isRead) refuseForeignForm(c);
    await next();
  };
}

/** Identifies the reader and counts the page once, or leads to the sign-in page. */
export function signedIn(): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const visitor = await authenticateVisitor(c.env, c.req.raw, true, Date.now());
    if (!visitor) return c.redirect(signInPath(c), 303);
    const { caller, emailVerified, headers } = visitor;
    setCookies(c, headers);
    c.set("caller", caller);
    c.set("emailVerified", emailVerified);
    c.set("domains", []);
    if (caller.suspension !== null) throw new ApiProblem(403, "account_suspended", caller.suspension, {});
    await limitCaller(c.env, caller);
    const api = ownApi({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext, caller });
    c.set("api", api);
    c.set("domains", (await read(api.api.account.domains.$get({ query: {} }))).domains);
    await next();
  };
}

function signInPath(c: Context): string {
  if (c.req.method !== "GET") return "/app/sign-in";
  const { pathname, search } = new URL(c.req.url);
  return pathname === "/app" ? "/app/sign-in" : `/app/sign-in?next=${encodeURIComponent(pathname + search)}`;
}

/** Finds the domain of `/app/site/:domain` among the reader's. Pages of other domains don't exist for them. */
export function ofSite(): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const domain = c.get("domains").find((each) => each.domain === c.req.param("domain"));
    if (!domain) throw new ApiProblem(404, "domain_not_owned", "Your account has no such domain.", {});
    c.set("domain", domain);
    // Without a proof, other pages have nothing to show. Settings stay open, so that the domain can be changed or removed.
    const section = c.req.path.split("/")[4] ?? "";
    if (!domain.verified && section !== "verify" && section !== "settings")
      return c.redirect(sitePath(domain.domain, "verify"), 303);
    await next();
  };
}
