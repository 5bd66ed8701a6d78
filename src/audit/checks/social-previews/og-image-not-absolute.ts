import { isLoopback } from "../../model/page/audited-page";
import { pageCheck } from "../shared/define";

export const ogImageNotAbsolute = pageCheck({
  id: "og_image_not_absolute",
  severity: "warning",
  category: "Social preview",
  title: "The preview image is not an absolute URL",
  rule: "The preview image is not an absolute https URL, and og:image:secure_url does not give one.",
  why: "Social networks and chats do not load it.",
  fix: "Write the whole URL with https://.",
  on: "indexable",
  test: ({ previewImage, parsedUrl }) => {
    if (previewImage === null || /^https:\/\//i.test(previewImage)) return null;
    // A site under test on a loopback host has no https.
    if (isLoopback(parsedUrl.hostname) && /^http:\/\//i.test(previewImage)) return null;
    return { found: previewImage.slice(0, 200), expected: "an absolute https URL" };
  },
});
