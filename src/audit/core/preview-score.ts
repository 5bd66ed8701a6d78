import { charLength } from "../../lib/text";
import type { AuditedPage } from "./audited-page";

/** What a ranged request learned about a share image; null: not looked at. */
export interface ImageFacts {
  ok: boolean;
  bytes: number;
  width: number;
  height: number;
}

const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** How a shared link to the page looks, 0 to 100 (field.md 2.3). An image not looked at gets its points. */
export function previewScore(page: AuditedPage, image: ImageFacts | null): number {
  if (!page.html || !page.facts) return 0;
  const tags = page.facts.preview;
  const imageUrl = tags["og:image"] ?? tags["og:image:url"] ?? tags["twitter:image"] ?? "";
  const points =
    textPoints(tags["og:title"], 90, 15, page.title === null ? 0 : 7) +
    textPoints(tags["og:description"], 200, 10, page.description === null ? 0 : 5) +
    imagePoints(imageUrl, image, page.secure) +
    (tags["og:url"] !== undefined && tags["og:url"] === (page.canonical ?? page.url) ? 5 : 0) +
    (tags["og:type"] ? 3 : 0) +
    (tags["og:site_name"] ? 2 : 0) +
    cardPoints(tags["twitter:card"]) +
    altPoints(tags["og:image:alt"] ?? tags["twitter:image:alt"]) +
    (Object.keys(tags).some((name) => name.startsWith("og:")) ? 5 : 0);
  const poorImage = image !== null && (!image.ok || image.width < 200 || image.height < 200);
  return poorImage ? Math.min(50, points) : points;
}

function textPoints(value: string | undefined, maxLength: number, full: number, fallback: number): number {
  if (!value) return fallback;
  return charLength(value) <= maxLength ? full : fallback;
}

function imagePoints(url: string, image: ImageFacts | null, secure: boolean): number {
  if (url === "") return 0;
  const absolute = /^https:/i.test(url) || (secure && /^http:/i.test(url));
  const reachable = image === null || (image.ok && image.bytes <= MAX_IMAGE_BYTES);
  return 20 + (absolute ? 5 : 0) + (reachable ? 15 : 0) + sizePoints(image);
}

function sizePoints(image: ImageFacts | null): number {
  if (image === null) return 10;
  if (!image.ok) return 0;
  const ratio = image.width / image.height;
  if (image.width >= 1200 && image.height >= 630 && Math.abs(ratio - 1.91) <= 0.191) return 10;
  return image.width >= 600 && image.height >= 315 ? 5 : 0;
}

function cardPoints(card: string | undefined): number {
  return card === "summary_large_image" ? 7 : card === "summary" ? 4 : 0;
}

function altPoints(alt: string | undefined): number {
  return alt && charLength(alt) <= 420 ? 3 : 0;
}
