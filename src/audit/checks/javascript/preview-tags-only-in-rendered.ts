import { renderedCheck } from "../shared/define";

export const previewTagsOnlyInRendered = renderedCheck({
  id: "preview_tags_only_in_rendered",
  severity: "warning",
  category: "JavaScript dependence",
  title: "A script adds the preview tags",
  rule: "og: and twitter: tags only after rendering.",
  why: "Social networks and chats run no JavaScript, so shared links have no preview.",
  fix: "Serve the tags.",
  comparesPage: true,
  test: ({ raw, rendered }) => {
    const added = Object.keys(rendered.facts.preview);
    return Object.keys(raw.facts.preview).length === 0 && added.length > 0
      ? {
          found: `added: ${added.slice(0, 5).join(", ")}`,
          expected: "the tags in the served HTML",
          count: added.length,
        }
      : null;
  },
});
