import * as z from "zod";
import { selectorFault } from "./css-selector";
import { ParameterName } from "./parameter-name";
import { wholeNumber } from "./whole-number";

const Selector = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .superRefine((text, context) => {
    const fault = text.length <= 300 ? selectorFault(text) : null;
    if (fault) context.addIssue({ code: "custom", message: `is not a usable CSS selector: ${fault.slice(0, 100)}` });
  });

/** Headers that the browser, the connection or this service needs. */
const RESERVED =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept-encoding|user-agent|origin|referer|range|set-cookie2?|cookie2|if-.*|proxy-.*|sec-.*|x-prerender|x-forwarded-.*|x-crawlready-.*|cf-.*)$/;

const HeaderName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "must be a header name in lower case")
  .refine((name) => !RESERVED.test(name), "is a header that rules can't set");
const HeaderValue = z
  .string()
  .regex(/^[!-~](?:[ -~]{0,1022}[!-~])?$/, "must be 1 to 1,024 visible ASCII characters")
  .nullable();

/** How the pages of some paths are rendered. The first rule that matches a page applies. */
export const RenderRule = z.strictObject({
  path: z
    .string()
    .max(300)
    .regex(/^\/[^?#]*$/, "must start with / and have no query")
    .describe("Path without query; each `*` stands for any characters, such as `/shop/*`"),
  action: z
    .enum(["render", "pass"])
    .default("render")
    .describe("`pass` lets the origin answer: the page is neither rendered nor cached"),
  ttlHours: wholeNumber(1, 720).optional().describe("Instead of the domain's snapshotTtlHours"),
  waitFor: Selector.optional().describe("CSS selector; the page is ready only when an element matches"),
  waitMs: wholeNumber(0, 10_000).optional().describe("Extra time once the page is ready"),
  scroll: z.boolean().optional().describe("Shows the page at its full height, so that everything is in view"),
  remove: z.array(Selector).max(20).optional().describe("CSS selectors of elements that snapshots leave out"),
  keepConsent: z
    .boolean()
    .optional()
    .describe("Keeps the banners of the usual consent tools, which are removed otherwise"),
  viewport: z
    .enum(["desktop", "mobile", "both"])
    .optional()
    .describe(
      "The screen that pages are rendered for; `both` keeps two snapshots, and the crawler's user agent decides. `desktop` by default",
    ),
  parameters: z
    .array(ParameterName)
    .max(50)
    .optional()
    .describe(
      "The only query parameters that change a page; a final `*` matches any ending. By default, all that are not ignored",
    ),
  headers: z
    .record(HeaderName, HeaderValue, {
      error: (issue) => (issue.code === "invalid_key" ? issue.issues[0]?.message : undefined),
    })
    .optional()
    .describe(
      "Headers that renders send to the site's own origin. Values are stored encrypted and never shown again: responses contain null, and null keeps the stored value",
    ),
});
export type RenderRule = z.infer<typeof RenderRule>;

const MAX_HEADERS = 20;

export const RenderRules = z
  .array(RenderRule)
  .max(50)
  .refine(
    (rules) => rules.reduce((sum, { headers = {} }) => sum + Object.keys(headers).length, 0) <= MAX_HEADERS,
    `have more than ${MAX_HEADERS} headers`,
  );

/** A stored rule, with encrypted header values. Fields of a later release are dropped, not refused. */
export const StoredRenderRule = z.object({
  ...RenderRule.shape,
  // These were checked when they were set.
  waitFor: z.string().optional(),
  remove: z.array(z.string()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
export type StoredRenderRule = z.infer<typeof StoredRenderRule>;
