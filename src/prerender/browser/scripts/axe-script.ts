import { NATIVES } from "./natives";
import { MAX_EXAMPLES, MAX_RULES, MAX_TEXT } from "../../core/pages/axe-result";

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
  // Otherwise axe would fetch style sheets and media again, and wait for every frame.
  preload: false,
  iframes: false,
};

/**
 * Frees forms and the document of elements whose names hide what axe calls. Many fields are called id or title, which axe
 * reads as attributes only. Fields keep their names and labels, but leave their form.
 */
const UNHIDE = `(() => {${NATIVES}
  const all = method(Element, "querySelectorAll"), remove = method(Element, "removeAttribute"), attributeOf = method(Element, "getAttribute");
  const root = getter(Document, "documentElement")(document);
  const hides = (element, attribute) => {
    const name = attributeOf(element, attribute);
    return name !== null && name !== "id" && name !== "title" && (name in HTMLElement.prototype || name in Document.prototype);
  };
  for (const field of all(root, "button, fieldset, input, object, output, select, textarea"))
    if (hides(field, "name") || hides(field, "id")) field.setAttribute("form", "");
  for (const element of all(root, "form, img, iframe, embed, object")) if (hides(element, "name")) remove(element, "name");
  for (const element of all(root, "img, object")) if (hides(element, "id")) remove(element, "id");
})()`;

/** Runs axe, which is already loaded in this world, and returns its violations, truncated. */
export const RUN_AXE = `${UNHIDE};axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) =>
  violations.slice(0, ${MAX_RULES}).map(({ id, impact, help, helpUrl, nodes }) => ({
    rule: id, impact, help, helpUrl, elements: nodes.length,
    examples: nodes.slice(0, ${MAX_EXAMPLES}).map(({ target, html }) => ({
      selector: target.flat().join(" ").slice(0, ${MAX_TEXT}), html: html.replace(' form=""', "").slice(0, ${MAX_TEXT}),
    })),
  })))`;

/** The number of the page's elements. */
export const COUNT_ELEMENTS = 'Document.prototype.getElementsByTagName.call(document, "*").length';
