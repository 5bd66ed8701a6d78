import { pageCheck } from "../shared/define";

const LIMITS = { minMaximumScale: 2 };

/** White space, commas and semicolons end a setting. */
const SETTING = /([^\s,;=]+)\s*=\s*([^\s,;=]*)/g;

/** Browsers read a word that they don't know as 0.1, and ignore a negative scale (CSS Device Adaptation, 9.4). */
function scaleOf(value: string): number {
  if (value === "" || value.startsWith("device-")) return Number.POSITIVE_INFINITY;
  if (value === "yes") return 1;
  const scale = Number.parseFloat(value);
  return Number.isNaN(scale) ? 0.1 : scale;
}

/** Numbers between -1 and 1 and words other than these mean no. */
function isScalable(value: string): boolean {
  return ["", "yes", "device-width", "device-height"].includes(value) || Math.abs(Number.parseFloat(value)) >= 1;
}

export const viewportBlocksZoom = pageCheck({
  id: "viewport_blocks_zoom",
  severity: "warning",
  category: "Accessibility",
  title: "The page can't be zoomed",
  rule: "A viewport with user-scalable=no or a value that browsers read as no, or a maximum-scale below 2.",
  thresholds: LIMITS,
  why: "People with low vision can't enlarge the text (WCAG 1.4.4).",
  fix: "Remove user-scalable and maximum-scale.",
  on: "html",
  test: ({ facts }) => {
    const { viewport } = facts;
    if (viewport === null) return null;
    const settings = new Map<string, string>();
    for (const [, name, value] of viewport.toLowerCase().matchAll(SETTING)) settings.set(name!, value!);
    const scale = scaleOf(settings.get("maximum-scale") ?? "");
    return !isScalable(settings.get("user-scalable") ?? "") || (scale >= 0 && scale < LIMITS.minMaximumScale)
      ? { found: viewport.slice(0, 200), expected: "a viewport that allows zooming" }
      : null;
  },
});
