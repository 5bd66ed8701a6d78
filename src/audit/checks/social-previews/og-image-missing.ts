import { pageCheck } from "../shared/define";

export const ogImageMissing = pageCheck({
  id: "og_image_missing",
  severity: "warning",
  category: "Social preview",
  title: "The preview has no image",
  rule: "No og:image, og:image:url, og:image:secure_url or twitter:image.",
  why: "Shared links without an image get fewer clicks.",
  fix: "Add og:image, 1200 × 630 pixels.",
  on: "indexable",
  test: ({ previewImage }) =>
    previewImage === null ? { found: "no image", expected: "og:image, 1200 × 630 pixels" } : null,
});
