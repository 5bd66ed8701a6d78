/**
 * Which pages a run renders. auto: pages that look empty, one page per template, and all pages of a template whose sample scripts
 * change; all: every page; sample: one page per template; never: none. Each within the run's budget.
 */
export const RENDERING_POLICIES = ["auto", "all", "sample", "never"] as const;
export type RenderingPolicy = (typeof RENDERING_POLICIES)[number];

/**
 * Why a page was rendered, or why not. failed: the browser had nothing to compare, although the page does not look empty.
 */
export const RENDERING_REASONS = [
  "looks_empty",
  "template_sample",
  "template_changes",
  "all",
  "never",
  "not_a_sample",
  "template_unchanged",
  "budget_spent",
  "failed",
] as const;
export type RenderingReason = (typeof RENDERING_REASONS)[number];

const OF_RENDERED: ReadonlySet<string> = new Set(["looks_empty", "template_sample", "template_changes", "all"]);

/** Whether a page with this reason was rendered. */
export function isRendered(reason: string): boolean {
  return OF_RENDERED.has(reason);
}

/** Why a page is not rendered although it should be. */
export type NotRendered = "budget_spent" | "failed";

/**
 * What rendering the sample of a template showed. changed: scripts change it; same: they don't; failed: no sample could be
 * rendered.
 */
export type TemplateVerdict = "changed" | "same" | "failed";

/** Renders per run. */
export const RENDER_BUDGET = 200;
/** Of those, the ones that are kept for pages that look empty and for samples. */
const KEPT_FOR_SAMPLES = 50;

/** The most renders that a run may have made before it renders one more page for this reason. */
export function renderLimit(reason: RenderingReason): number {
  return reason === "template_changes" ? RENDER_BUDGET - KEPT_FOR_SAMPLES : RENDER_BUDGET;
}
