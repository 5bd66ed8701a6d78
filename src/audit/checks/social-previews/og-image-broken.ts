import { hasImageType } from "../../model/page/share-image";
import { pageCheck } from "../shared/define";

export const ogImageBroken = pageCheck({
  id: "og_image_broken",
  severity: "error",
  category: "Social preview",
  title: "The preview image does not load",
  rule: "The preview image does not answer 200, or its content type is not image/*. A PDF has og_image_unsupported_format instead.",
  why: "Social networks and chats show the link without an image.",
  fix: "Make the address in og:image answer 200 with an image, for crawlers too.",
  on: "indexable",
  test: ({ shareImage: image }) => {
    // Not fetched, or without a URL to fetch: og_image_not_absolute reports the latter.
    if (image === null || image.url === null || hasImageType(image)) return null;
    const answer =
      image.status === 0 ? "no response" : `HTTP ${image.status}, ${image.contentType ?? "no content type"}`;
    return { found: answer, expected: "HTTP 200 with an image", samples: [image.url] };
  },
});
