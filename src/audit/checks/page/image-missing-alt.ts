import { pageCheck } from "../define";

export const imageMissingAlt = pageCheck({
  id: "image_missing_alt",
  severity: "warning",
  weight: 5,
  category: "Images",
  title: "Images have no text alternative",
  rule: "An img without an alt attribute (an empty one is fine), unless decorative by role or aria-hidden.",
  why: "Crawlers and screen readers can't tell what the image shows.",
  fix: 'Describe the image in alt; use alt="" for decoration.',
  on: "html",
  test: ({ facts }) => {
    const { missingAlt, missingAltSamples } = facts!.images;
    return missingAlt > 0
      ? {
          found: `${missingAlt} images without alt`,
          expected: "an alt on every image",
          count: missingAlt,
          samples: missingAltSamples,
        }
      : null;
  },
});
