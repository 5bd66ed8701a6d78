import * as z from "zod";

const Selector = z.string().trim().min(1).max(300);

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
  ttlHours: z.int().min(1).max(720).optional().describe("Instead of the domain's snapshotTtlHours"),
  waitFor: Selector.optional().describe("CSS selector; the page is ready only when an element matches"),
  waitMs: z.int().min(0).max(10_000).optional().describe("Extra time once the page is ready"),
  scroll: z.boolean().optional().describe("Shows the page at its full height, so that everything is in view"),
  remove: z.array(Selector).max(20).optional().describe("CSS selectors of elements that snapshots leave out"),
  keepConsent: z
    .boolean()
    .optional()
    .describe("Keeps the banners of the usual consent tools, which are removed otherwise"),
});
export type RenderRule = z.infer<typeof RenderRule>;

export const RenderRules = z.array(RenderRule).max(50);
