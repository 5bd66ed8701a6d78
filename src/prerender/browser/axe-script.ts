import { MAX_EXAMPLES, MAX_RULES, MAX_TEXT } from "../core/axe-result";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];
/**
 * Rules that judge what visitors see. Images are one pixel here and fonts are not loaded, so colors, sizes and the length of
 * media are not those of the page.
 */
const UNRELIABLE = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "no-autoplay-audio"];

const OPTIONS = {
  runOnly: { type: "tag", values: TAGS },
  rules: Object.fromEntries(UNRELIABLE.map((rule) => [rule, { enabled: false }])),
  resultTypes: ["violations"],
  reporter: "v2",
  // Axe would fetch style sheets and media again, and wait for an answer of every frame.
  preload: false,
  iframes: false,
};

/** Runs axe, which the world has loaded, and returns its violations, cut to size. */
export const RUN_AXE = `axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) =>
  violations.slice(0, ${MAX_RULES}).map(({ id, impact, help, helpUrl, nodes }) => ({
    rule: id, impact, help, helpUrl, elements: nodes.length,
    examples: nodes.slice(0, ${MAX_EXAMPLES}).map(({ target, html }) => ({
      selector: target.flat().join(" ").slice(0, ${MAX_TEXT}), html: html.slice(0, ${MAX_TEXT}),
    })),
  })))`;

/** The number of the page's elements. */
export const COUNT_ELEMENTS = 'document.getElementsByTagName("*").length';
