import {
  attribute,
  elementsIn,
  inTemplate,
  isUnseen,
  rawText,
  SILENT,
  type Element,
  type Placed,
  type SecondPage,
} from "./second-page.ts";

const filled = (element: Element, ...names: string[]) =>
  names.some((name) => (attribute(element, name) ?? "").trim() !== "");
const hasLabel = (element: Element) => filled(element, "aria-label", "aria-labelledby", "title");

/** Hidden by what it says of itself, or by something around it. */
export function isHidden({ element, ancestors }: Placed): boolean {
  const hides = (each: Element) =>
    attribute(each, "hidden") !== null ||
    attribute(each, "aria-hidden") === "true" ||
    /(^|;)(display:none|visibility:hidden)/.test((attribute(each, "style") ?? "").toLowerCase().replace(/\s/g, ""));
  return hides(element) || ancestors.some((each) => isUnseen(each) || hides(each));
}

/** Whether something in an element says what it is. */
function hasContent(element: Element): boolean {
  const inside = elementsIn(element);
  return (
    rawText(element, (each) => SILENT.has(each.tagName)).trim() !== "" ||
    inside.some(
      (each) =>
        filled(each, "aria-label", "title") ||
        (each.tagName === "img" && filled(each, "alt")) ||
        (each.tagName === "title" && rawText(each, () => false).trim() !== ""),
    )
  );
}

/** The rules for people who can't see a page, by a tree. */
export function accessibilityIssues(page: SecondPage, mark: (id: string, found: boolean) => void): void {
  const named = (...names: string[]) => page.named(...names).filter((each) => each.written && !inTemplate(each));
  const typeOf = (element: Element) => (attribute(element, "type") ?? "text").trim().toLowerCase();
  const targets = new Set(named("label").map(({ element }) => attribute(element, "for")));
  const fields = named("input", "select", "textarea").filter(
    ({ element }) =>
      element.tagName !== "input" || !["hidden", "submit", "reset", "button", "image"].includes(typeOf(element)),
  );
  mark(
    "form_field_without_label",
    fields.some((each) => {
      const { element, ancestors } = each;
      const wrapping = ancestors.findLast(({ tagName }) => tagName === "label");
      if (isHidden(each) || hasLabel(element) || filled(element, "placeholder")) return false;
      if (wrapping && (hasLabel(wrapping) || hasContent(wrapping))) return false;
      const id = attribute(element, "id");
      return id === null || !targets.has(id);
    }),
  );
  const buttons = named("button").filter(
    (each) => !isHidden(each) && !hasLabel(each.element) && !hasContent(each.element),
  );
  const inputs = named("input").filter((each) => {
    const own = { button: "value", image: "alt" }[typeOf(each.element)];
    return own !== undefined && !isHidden(each) && !hasLabel(each.element) && !filled(each.element, own);
  });
  mark("empty_button", buttons.length + inputs.length > 0);
  mark(
    "empty_heading",
    named("h1", "h2", "h3", "h4", "h5", "h6").some(
      (each) => !isHidden(each) && !hasLabel(each.element) && !hasContent(each.element),
    ),
  );
  mark(
    "frame_without_title",
    named("iframe").some((each) => {
      const sizes = [attribute(each.element, "width"), attribute(each.element, "height")];
      const isSkipped =
        /^\s*-\d/.test(attribute(each.element, "tabindex") ?? "") ||
        ["none", "presentation"].includes(attribute(each.element, "role") ?? "");
      return (
        !isSkipped && !isHidden(each) && !hasLabel(each.element) && !sizes.some((size) => size === "0" || size === "1")
      );
    }),
  );
  const all = page.all.filter((each) => each.written && !inTemplate(each));
  mark(
    "positive_tabindex",
    all.some(({ element }) => Number.parseInt(attribute(element, "tabindex") ?? "0", 10) > 0),
  );
  const known = all.map(({ element }) => attribute(element, "id")).filter(Boolean);
  const twice = new Set(known.filter((id, i) => known.indexOf(id) !== i));
  const references = all.flatMap(({ element }) =>
    [
      attribute(element, "aria-labelledby"),
      attribute(element, "aria-describedby"),
      element.tagName === "label" ? attribute(element, "for") : null,
    ].flatMap((ids) => ids?.split(/\s+/) ?? []),
  );
  mark(
    "ambiguous_label_target",
    references.some((id) => twice.has(id)),
  );
  const viewport = (page.metas("viewport")[0] ?? "").toLowerCase().replace(/\s*=\s*/g, "=");
  const setting = (name: string) => new RegExp(`(?:^|[\\s,;])${name}=([^\\s,;]*)`).exec(viewport)?.[1] ?? "";
  // CSS Device Adaptation, 9.4: words that nobody knows are 0.1.
  const asNumber = (value: string) => (value === "yes" ? 1 : /^[-+.\d]/.test(value) ? Number.parseFloat(value) : 0.1);
  const [scalable, most] = [setting("user-scalable"), setting("maximum-scale")];
  const isGiven = (value: string) => value !== "" && !/^device-(?:width|height)$/.test(value);
  mark(
    "viewport_blocks_zoom",
    (isGiven(scalable) && Math.abs(asNumber(scalable)) < 1) ||
      (isGiven(most) && asNumber(most) >= 0 && asNumber(most) < 2),
  );
}
