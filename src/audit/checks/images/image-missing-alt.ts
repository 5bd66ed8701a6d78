import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const imageMissingAlt = pageCheck({
  id: "image_missing_alt",
  severity: "warning",
  category: "Images",
  title: "Images have no text alternative",
  rule: "An img without an alt attribute (an empty one is fine), unless decorative by role, or hidden by the HTML: hidden, aria-hidden, or a style of it or of what it is in.",
  why: "Crawlers and screen readers can't tell what the image shows.",
  fix: 'Describe the image in alt; use alt="" for decoration.',
  on: "html",
  test: ({ facts }) => {
    const { missingAlt: count, missingAltSamples: samples } = facts.images;
    return listed({ count, samples }, "images without alt", "an alt on every image");
  },
});
