import * as z from "zod";
import { normalizeDomain } from "../../lib/hosts/domain";
import { AUDIT_CRAWLERS } from "../../web";
import { faultOfField, FIELD_LANGUAGES } from "../../web/html";
import { wholeNumber } from "./whole-number";

/** A path pattern as in robots.txt. Not a regular expression. */
const Pattern = z
  .string()
  .max(300)
  .regex(/^[/*][!-~]*$/, "must start with / or *, without spaces and percent-encoded")
  .regex(/^[^$]*\$?$/, "may have $ only at its end");

/** A host with its port, if any, in the form of a domain's name. */
const Host = z
  .string()
  .max(300)
  .refine((host) => normalizeDomain(host) === host, "must be a host such as www.example.com, in lower case");

/** Limits of an audit. */
export const AuditScope = z.strictObject({
  include: z.array(Pattern).max(50).optional().describe("Only paths that match one of these, e.g. `/blog/*`"),
  exclude: z.array(Pattern).max(50).optional().describe("No path that matches one of these; they win over `include`"),
  maxDepth: wholeNumber(0, 100).optional().describe("The most clicks from a start URL; sitemap URLs count as 1"),
  ignoreParams: z
    .array(z.string().min(1).max(100))
    .max(50)
    .optional()
    .describe("Query parameters that never make a separate page, such as `utm_source`; `*`: all"),
  crawler: z
    .enum(AUDIT_CRAWLERS)
    .optional()
    .describe("Audits as this crawler: with its user agent, and obeying its robots.txt group"),
  productionHost: Host.optional().describe(
    "For a copy of the site, such as a staging host: the public host that its canonicals, links and sitemaps name. They are read as if they named the audited host",
  ),
});
export type AuditScope = z.infer<typeof AuditScope>;

/** Headers that we set ourselves, that belong to the connection, or that say where a request comes from. */
const OURS =
  /^(?:accept|accept-encoding|cdn-loop|connection|content-.*|expect|host|keep-alive|origin|range|te|trailer|transfer-encoding|upgrade|user-agent|via|x-prerender|x-real-ip|(?:cf|proxy|sec|x-forwarded)-.*)$/i;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const HeaderValue = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[!-~](?:[ -~\t]*[!-~])?$/, "must be ASCII, without line breaks and without spaces around it");

/** What opens a site that is not public. */
export const AuditAccess = z
  .strictObject({
    headers: z
      .record(z.string(), HeaderValue)
      .superRefine((headers, context) => {
        const issue = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
        for (const name of Object.keys(headers)) {
          if (!HEADER_NAME.test(name)) issue(name.slice(0, 100), "must be the name of a header");
          else if (OURS.test(name)) issue(name, "is a header that the audit sets itself");
        }
      })
      .transform((headers) => Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])))
      .refine((headers) => Object.keys(headers).length <= 10, "at most 10 headers")
      .optional()
      .describe("Name → value, at most 10"),
    basicAuth: z
      .strictObject({
        username: z
          .string()
          .max(200)
          .regex(/^[^:\p{Cc}]*$/u, "must have no colon and no control characters")
          .describe("The name"),
        password: z
          .string()
          .max(500)
          .regex(/^\P{Cc}*$/u, "must have no control characters")
          .describe("The password; may be empty"),
      })
      .optional()
      .describe("Name and password of HTTP basic authentication"),
  })
  .refine(({ headers, basicAuth }) => basicAuth || Object.keys(headers ?? {}).length > 0, "give headers or basicAuth")
  .refine(
    ({ headers, basicAuth }) => !basicAuth || !Object.keys(headers ?? {}).some((name) => /^authorization$/i.test(name)),
    "give either basicAuth or the header authorization",
  );
export type AuditAccess = z.infer<typeof AuditAccess>;

const ExtractorBody = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-zA-Z0-9_]{0,39}$/, "must start with a lower-case letter and have only letters, digits and _")
      .describe("The field's name in results"),
    selector: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .describe(
        "In `language`. `css`: types, classes, ids and attributes, joined by a space, `>` or commas, at most 8 parts, without pseudo-classes. `xpath`: XPath 1.0 without namespaces, variables and multiplication. `regex`: the syntax of JavaScript without lookaround and references to groups; flags go first, as in `(?i)`; if it has a group, the first one is read",
      ),
    language: z.enum(FIELD_LANGUAGES).optional().describe("What `selector` is; without it, `css`"),
    attribute: z
      .string()
      .regex(/^[^\s"'<>/=]{1,100}$/, "must be the name of an attribute")
      .transform((name) => name.toLowerCase())
      .optional()
      .describe("The attribute to read with `css`; without it, the element's text"),
  })
  .superRefine(({ selector, language = "css", attribute }, context) => {
    const reason = faultOfField(selector, language);
    if (reason !== null) context.addIssue({ code: "custom", path: ["selector"], message: reason });
    if (language !== "css" && attribute !== undefined)
      context.addIssue({ code: "custom", path: ["attribute"], message: "goes with CSS selectors only" });
  });

/** What audits read from every page. */
export const AuditExtractors = z
  .array(ExtractorBody)
  .max(10)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "each name may occur once");
export type AuditExtractors = z.infer<typeof AuditExtractors>;
