import { renderedCheck } from "../shared/define";

const LIMITS = { maxFiles: 100 };

export const tooManyScriptsStyles = renderedCheck({
  id: "too_many_scripts_styles",
  severity: "notice",
  category: "Performance and size",
  title: "The page loads many scripts and styles",
  rule: "Over 100 JavaScript and CSS files.",
  thresholds: LIMITS,
  why: "Rendering crawlers fetch only part of them.",
  fix: "Bundle them.",
  test: ({ render }) =>
    render.resources.length > LIMITS.maxFiles
      ? {
          found: `${render.resources.length} files`,
          expected: `at most ${LIMITS.maxFiles}`,
          count: render.resources.length,
        }
      : null,
});
