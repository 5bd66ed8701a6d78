import { hasImageType, isShown } from "../../model/page/share-image";
import { pageCheck } from "../shared/define";

export const ogImageUnsupportedFormat = pageCheck({
  id: "og_image_unsupported_format",
  severity: "warning",
  category: "Social preview",
  title: "Social networks can't show the preview image's format",
  rule: "The preview image is an SVG, AVIF, PDF or anything other than JPEG, PNG, WebP and GIF.",
  why: "Most social networks and chats show the link without an image.",
  fix: "Use JPEG, PNG, WebP or GIF.",
  on: "indexable",
  test: ({ shareImage: image }) =>
    image !== null && hasImageType(image) && !isShown(image)
      ? { found: image.format ?? image.contentType!, expected: "JPEG, PNG, WebP or GIF" }
      : null,
});
