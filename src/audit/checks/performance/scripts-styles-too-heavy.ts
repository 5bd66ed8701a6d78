import { renderedCheck } from "../shared/define";

const LIMITS = { maxBytes: 2097152 };

export const scriptsStylesTooHeavy = renderedCheck({
  id: "scripts_styles_too_heavy",
  severity: "warning",
  category: "Performance and size",
  title: "The page's scripts and styles are heavy",
  rule: "Over 2 MB of JavaScript and CSS, as transferred.",
  thresholds: LIMITS,
  why: "The page is slow, and rendering crawlers give up.",
  fix: "Load less code, and load it later.",
  test: ({ render }) => {
    const bytes = render.resources.reduce((sum, resource) => sum + resource.bytes, 0);
    return bytes > LIMITS.maxBytes ? { found: `${bytes} bytes`, expected: `at most ${LIMITS.maxBytes} bytes` } : null;
  },
});
