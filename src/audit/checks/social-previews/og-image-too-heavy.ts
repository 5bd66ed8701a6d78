import { isShown, MAX_IMAGE_BYTES, MAX_SMALL_NETWORK_BYTES } from "../../model/page/share-image";
import { pageCheck } from "../shared/define";

const LIMITS = { maxBytes: MAX_IMAGE_BYTES, maxWhatsAppBytes: MAX_SMALL_NETWORK_BYTES };

export const ogImageTooHeavy = pageCheck({
  id: "og_image_too_heavy",
  severity: "notice",
  category: "Social preview",
  title: "The preview image is a large file",
  rule: "Over 5 MB, which X and LinkedIn do not accept; or over 300 KB, which WhatsApp often omits.",
  thresholds: LIMITS,
  why: "Some social networks and chats show the link without an image.",
  fix: "Compress the image to less than 300 KB.",
  on: "indexable",
  test: ({ shareImage: image }) => {
    if (image === null || !isShown(image) || image.bytes === null || image.bytes <= LIMITS.maxWhatsAppBytes)
      return null;
    const expected =
      image.bytes > LIMITS.maxBytes ? "at most 5 MB, for X and LinkedIn" : "at most 300 KB, for WhatsApp";
    return { found: `${image.bytes} bytes`, expected };
  },
});
