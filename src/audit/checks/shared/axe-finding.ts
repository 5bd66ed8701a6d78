import type { AxeViolation } from "../../../prerender";
import type { Finding } from "../../model/issue";
import type { RenderedPair } from "../../model/page/page";

/** axe's rule → the page check that reports the same fault in the HTML as served. */
const OWN_CHECKS: ReadonlyMap<string, string> = new Map([
  ["button-name", "empty_button"],
  ["input-button-name", "empty_button"],
  ["input-image-alt", "empty_button"],
  ["link-name", "empty_anchor_text"],
  ["label", "form_field_without_label"],
  ["select-name", "form_field_without_label"],
  ["image-alt", "image_missing_alt"],
  ["frame-title", "frame_without_title"],
  ["duplicate-id-aria", "ambiguous_label_target"],
  ["html-has-lang", "missing_html_lang"],
  ["html-lang-valid", "invalid_html_lang"],
  ["document-title", "missing_title"],
  ["meta-viewport", "viewport_blocks_zoom"],
  ["meta-refresh", "meta_refresh_redirect"],
]);
const MAX_RULES = 10;

/**
 * The rules of these impacts that a rendered page breaks, most severe first. `told`: page checks that found something. Their
 * faults are left out, so that nothing is reported twice.
 */
export function axeFinding(
  { render }: RenderedPair,
  told: ReadonlySet<string>,
  impacts: ReadonlyArray<AxeViolation["impact"]>,
): Finding | null {
  const broken = (render.axe?.violations ?? []).filter(
    ({ rule, impact }) => impacts.includes(impact) && !told.has(OWN_CHECKS.get(rule) ?? ""),
  );
  if (broken.length === 0) return null;
  const rules = broken.slice(0, MAX_RULES).map(({ rule }) => rule);
  return {
    found: `after scripts run: ${rules.join(", ")}`,
    expected: "no element that breaks a rule",
    count: broken.reduce((sum, { elements }) => sum + elements, 0),
    samples: broken.slice(0, MAX_RULES).map(sampleOf),
  };
}

function sampleOf({ rule, impact, elements, help, helpUrl, examples }: AxeViolation): string {
  const example = examples[0] ? `: ${examples[0].selector} ${examples[0].html}` : "";
  return `${rule} (${impact}, elements: ${elements}), ${help}, ${helpUrl}${example}`;
}
