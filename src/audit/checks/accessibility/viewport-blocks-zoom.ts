import { pageCheck } from "../shared/define";

const LIMITS = { minMaximumScale: 2 };

export const viewportBlocksZoom = pageCheck({
  id: "viewport_blocks_zoom",
  severity: "warning",
  category: "Accessibility",
  title: "The page can't be zoomed",
  rule: "A viewport with user-scalable=no, or a maximum-scale below 2.",
  thresholds: LIMITS,
  why: "People with low vision can't enlarge the text (WCAG 1.4.4).",
  fix: "Remove user-scalable and maximum-scale.",
  on: "html",
  test: ({ facts }) => {
    const { viewport } = facts;
    if (viewport === null) return null;
    const settings = new Map<string, string>();
    for (const part of viewport.toLowerCase().split(/[,;]/)) {
      const [name = "", value = ""] = part.split("=", 2);
      settings.set(name.trim(), value.trim());
    }
    const scale = Number.parseFloat(settings.get("maximum-scale") ?? "");
    const isFixed = /^(?:no|0(?:\.0+)?)$/.test(settings.get("user-scalable") ?? "");
    return isFixed || scale < LIMITS.minMaximumScale
      ? { found: viewport.slice(0, 200), expected: "a viewport that allows zooming" }
      : null;
  },
});
