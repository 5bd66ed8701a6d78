import type { ShareImage } from "../../../src/audit/model/page/share-image.ts";
import { ORIGIN } from "./page.ts";

/** An image of the labelled site: the facts that an audit should report, and its bytes. */
interface LabelledImage {
  facts: Omit<ShareImage, "url" | "status">;
  base64: string;
}

/** The start of a PNG, padded to `bytes`. */
function png(width: number, height: number, bytes = 64): LabelledImage {
  const data = new Uint8Array(bytes);
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(data.buffer).setUint32(16, width);
  new DataView(data.buffer).setUint32(20, height);
  const base64 = btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
  return { facts: { contentType: "image/png", format: "png", bytes, width, height }, base64 };
}

const UNREADABLE = "no image at all";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>';
const unread = { format: null, width: null, height: null };

/** Every image of the labelled site by its path. */
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
};

/** The result of inspecting an image of the labelled site. */
export function imageAt(reference: string): ShareImage {
  const url = new URL(reference, ORIGIN);
  const image = IMAGES[url.pathname];
  const missing = { ...unread, contentType: "text/html; charset=utf-8", bytes: null };
  return { url: url.href, status: image ? 200 : 404, ...(image?.facts ?? missing) };
}
