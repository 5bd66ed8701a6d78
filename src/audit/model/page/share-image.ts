/** What a range request revealed about a share image. */
export interface ShareImage {
  /** Absolute URL; null: the page's reference is not a valid http(s) URL. */
  url: string | null;
  /** 0: no response. */
  status: number;
  contentType: string | null;
  /** Detected from the content: jpg, png, webp, gif, svg, avif, …; null: unknown. */
  format: string | null;
  /** Size of the whole file; null: the response does not include it. */
  bytes: number | null;
  /** Null: not readable from the first 64 KiB. */
  width: number | null;
  height: number | null;
}

/** The limit of the strictest networks (X, LinkedIn). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** The limit of WhatsApp. */
export const MAX_SMALL_NETWORK_BYTES = 300 * 1024;
/** Smaller images are shown as a thumbnail, or not at all. */
export const MIN_IMAGE = { width: 600, height: 315 };
/** Formats that every network shows. */
const SHOWN_FORMATS = new Set(["jpg", "png", "webp", "gif"]);

/** Whether the response is 200 with an image type of any format, or a PDF. */
export function hasImageType(image: ShareImage): boolean {
  return image.status === 200 && /^\s*(image\/|application\/pdf\b)/i.test(image.contentType ?? "");
}

/** Whether the response is 200 with an image that networks can show. */
export function isShown(image: ShareImage): boolean {
  const isImage = /^\s*image\/(jpeg|jpg|pjpeg|png|webp|gif)\b/i.test(image.contentType ?? "");
  return image.status === 200 && isImage && (image.format === null || SHOWN_FORMATS.has(image.format));
}

/** Whether no check has anything to say about the image, so that it need not be looked at again soon. */
export function isFaultless(image: ShareImage): boolean {
  const { format, bytes, width, height } = image;
  const isLarge = width !== null && height !== null && width >= MIN_IMAGE.width && height >= MIN_IMAGE.height;
  return isShown(image) && format !== null && isLarge && (bytes === null || bytes <= MAX_SMALL_NETWORK_BYTES);
}
