import { isShown, MIN_IMAGE } from "../../model/page/share-image";
import { pageCheck } from "../shared/define";

const LIMITS = { minWidth: MIN_IMAGE.width, minHeight: MIN_IMAGE.height, leastPixels: 200 };

export const ogImageTooSmall = pageCheck({
  id: "og_image_too_small",
  severity: "warning",
  category: "Social preview",
  title: "The preview image is too small",
  rule: "Under 600 × 315 pixels; under 200 × 200 Facebook does not show it at all.",
  thresholds: LIMITS,
  why: "Social networks show it as a thumbnail or omit it.",
  fix: "Use an image of 1200 × 630 pixels.",
  on: "indexable",
  test: ({ shareImage: image }) => {
    if (image === null || !isShown(image) || image.width === null || image.height === null) return null;
    const { width, height } = image;
    if (width >= LIMITS.minWidth && height >= LIMITS.minHeight) return null;
    const unseen = Math.min(width, height) < LIMITS.leastPixels ? ", too small for Facebook" : "";
    return { found: `${width} × ${height} pixels${unseen}`, expected: "at least 600 × 315 pixels" };
  },
});
