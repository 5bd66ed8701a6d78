import { charLength } from "../../../lib/text/text";
import type { AuditedPage } from "./page";
import { isShown, MAX_IMAGE_BYTES, type ShareImage } from "./share-image";

/** Maximum scores: with an image that is tiny or that no network shows, and with tags that only scripts add. */
const BEST_WITH_POOR_IMAGE = 50;
const BEST_WITHOUT_RAW_TAGS = 40;

type Tags = Readonly<Record<string, string>>;

/**
 * Scores how a shared link to the page looks, 0 to 100. An unchecked image gets full points. `unique`: no other page of
 * the run has the same tags.
 */
export function previewScore(page: AuditedPage, unique: boolean): number {
  if (!page.html || !page.facts) return 0;
  const scripted = scriptedPage(page);
  if (scripted === null) return scoreOf(page, page.shareImage, unique && hasTags(page.facts.preview));
  if (page.rendering!.pair!.snapshot) return scoreOf(scripted, null, unique);
  // Most networks run no scripts, so tags that only scripts add count for little.
  return Math.min(BEST_WITHOUT_RAW_TAGS, scoreOf(scripted, null, false));
}

/**
 * Identifies the share tags that bots get, to compare them between pages: title and description, else the image. Null:
 * bots get no tags.
 */
export function previewIdentity(page: AuditedPage): string | null {
  if (!page.facts) return null;
  const scripted = page.rendering?.pair?.snapshot ? scriptedPage(page) : null;
  const { preview: tags } = (scripted ?? page).facts!;
  if (!hasTags(tags)) return null;
  const textOf = (prefix: string) => `${tags[`${prefix}:title`] ?? ""}\n${tags[`${prefix}:description`] ?? ""}`;
  return [textOf("og"), textOf("twitter")].find((text) => text !== "\n") ?? (scripted ?? page).previewImage ?? "";
}

/** The rendered page if only scripts add its share tags, else null. */
function scriptedPage(page: AuditedPage): AuditedPage | null {
  const rendered = page.rendering?.pair?.rendered;
  return rendered?.facts && !hasTags(page.facts!.preview) && hasTags(rendered.facts.preview) ? rendered : null;
}

function hasTags(tags: Tags): boolean {
  return Object.keys(tags).some((name) => name.startsWith("og:") || name.startsWith("twitter:"));
}

/** `own`: the tags are in the HTML that bots get, and no other page has them. */
function scoreOf(page: AuditedPage, image: ShareImage | null, own: boolean): number {
  const tags = page.facts!.preview;
  const points =
    textPoints(tags["og:title"], 90, 15, page.title === null ? 0 : 7) +
    textPoints(tags["og:description"], 200, 10, page.description === null ? 0 : 5) +
    imagePoints(page.previewImage, image, page.secure) +
    (tags["og:url"] !== undefined && tags["og:url"] === (page.canonical ?? page.url) ? 5 : 0) +
    (tags["og:type"] ? 3 : 0) +
    (tags["og:site_name"] ? 2 : 0) +
    cardPoints(tags["twitter:card"]) +
    altPoints(tags["og:image:alt"] ?? tags["twitter:image:alt"]) +
    (own ? 5 : 0);
  const tiny = image?.width != null && image.height != null && (image.width < 200 || image.height < 200);
  const poor = image !== null && (!isShown(image) || tiny);
  return poor ? Math.min(BEST_WITH_POOR_IMAGE, points) : points;
}

function textPoints(value: string | undefined, maxLength: number, full: number, fallback: number): number {
  if (!value) return fallback;
  return charLength(value) <= maxLength ? full : fallback;
}

function imagePoints(reference: string | null, image: ShareImage | null, secure: boolean): number {
  if (reference === null || reference === "") return 0;
  const absolute = /^https:/i.test(reference) || (secure && /^http:/i.test(reference));
  const reachable = image === null || (isShown(image) && (image.bytes ?? 0) <= MAX_IMAGE_BYTES);
  return 20 + (absolute ? 5 : 0) + (reachable ? 15 : 0) + sizePoints(image);
}

/** An image of unknown dimensions gets no more points than a small one. */
function sizePoints(image: ShareImage | null): number {
  if (image === null) return 10;
  if (!isShown(image)) return 0;
  const { width, height } = image;
  if (width === null || height === null || width < 600 || height < 315) return 0;
  return width >= 1200 && height >= 630 && Math.abs(width / height - 1.91) <= 0.191 ? 10 : 5;
}

function cardPoints(card: string | undefined): number {
  return card === "summary_large_image" ? 7 : card === "summary" ? 4 : 0;
}

function altPoints(alt: string | undefined): number {
  return alt && charLength(alt) <= 420 ? 3 : 0;
}
