import type { ShareImage } from "../../../src/audit/model/page/share-image.ts";
import { ORIGIN } from "./page.ts";

/** An image of the labelled site: its bytes, and the facts an audit must extract from them. */
interface LabelledImage {
  facts: Omit<ShareImage, "url" | "status">;
  base64: string;
}

/** The start of a PNG file, padded to `bytes`. */
function png(width: number, height: number, bytes = 64): LabelledImage {
  const data = new Uint8Array(bytes);
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(data.buffer).setUint32(16, width);
  new DataView(data.buffer).setUint32(20, height);
  const base64 = btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
  return { facts: { contentType: "image/png", format: "png", bytes, width, height }, base64 };
}

/** The start of a JPEG file of so many bytes. */
function jpeg(bytes: number): LabelledImage {
  const data = new Uint8Array(bytes);
  data.set([0xff, 0xd8, 0xff]);
  const facts = { contentType: "image/jpeg", format: null, bytes, width: null, height: null };
  return { facts, base64: Buffer.from(data).toString("base64") };
}

const UNREADABLE = "no image at all";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>';
const unread = { format: null, width: null, height: null };

/** Every image of the labelled site by path. The last two are shown on pages, not shared. */
export const IMAGES: Record<string, LabelledImage> = {
  "/files/share.png": png(1200, 630),
  "/files/small.png": png(600, 314),
  "/files/small-enough.png": png(600, 315),
  "/files/heavy.png": png(1200, 630, 300 * 1024 + 1),
  "/files/light-enough.png": png(1200, 630, 300 * 1024),
  "/files/unreadable.png": {
    facts: { ...unread, contentType: "image/png", bytes: UNREADABLE.length },
    base64: btoa(UNREADABLE),
  },
  "/files/share.svg": {
    facts: { contentType: "image/svg+xml", format: "svg", bytes: SVG.length, width: 1200, height: 630 },
    base64: btoa(SVG),
  },
  "/files/large.jpg": jpeg(500_001),
  "/files/large-enough.jpg": jpeg(500_000),
};

/** Answers of further files of the labelled site. What is not listed anywhere answers 404. */
export const FILES: Record<string, { status: number; contentType: string; location?: string }> = {
  "/files/map.pdf": { status: 200, contentType: "application/pdf" },
  "/files/map.swf": { status: 200, contentType: "application/x-shockwave-flash" },
  "/files/map.svg": { status: 200, contentType: "image/svg+xml" },
  "/files/refused.png": { status: 403, contentType: "text/html" },
  "/files/moved.js": { status: 301, contentType: "text/html", location: "/files/map.pdf" },
};

/** Hosts beside the labelled one: all their pages exist, except on this one. */
export const GONE_HOST = "gone.example";

/** How a file that a labelled page refers to answers, redirects followed. */
export function fileAt(reference: string): { status: number; contentType: string | null; bytes: number | null } {
  const url = new URL(reference);
  if (url.host === GONE_HOST) return { status: 404, contentType: null, bytes: null };
  if (url.origin !== ORIGIN) return { status: 200, contentType: null, bytes: null };
  const image = IMAGES[url.pathname];
  if (image) return { status: 200, contentType: image.facts.contentType, bytes: image.facts.bytes };
  const file = FILES[url.pathname];
  if (file?.location !== undefined) return fileAt(new URL(file.location, url).href);
  return { status: file?.status ?? 404, contentType: file?.contentType ?? null, bytes: null };
}

/** What an audit extracts from an image of the labelled site. */
export function imageAt(reference: string): ShareImage {
  const url = new URL(reference, ORIGIN);
  const image = IMAGES[url.pathname];
  const missing = { ...unread, contentType: "text/html; charset=utf-8", bytes: null };
  return { url: url.href, status: image ? 200 : 404, ...(image?.facts ?? missing) };
}
