const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const JPEG =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const WEBP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";

/** Base64 and type, by extension. Browsers inspect the bytes, so a PNG works for any other kind. */
const PIXELS: Record<string, readonly [body: string, type: string]> = {
  svg: [btoa(SVG), "image/svg+xml"],
  gif: [GIF, "image/gif"],
  jpg: [JPEG, "image/jpeg"],
  jpeg: [JPEG, "image/jpeg"],
  webp: [WEBP, "image/webp"],
};

/**
 * Answers a request for an image with one pixel of its kind. The HTML needs no images, but some pages show their text
 * only once an image has loaded.
 */
export function pixelResponse(url: string, origin: string) {
  const extension = /\.(\w{3,4})$/.exec(URL.parse(url)?.pathname ?? "")?.[1]?.toLowerCase() ?? "";
  const [body, type] = PIXELS[extension] ?? [PNG, "image/png"];
  const headers = {
    "content-type": type,
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "cross-origin-resource-policy": "cross-origin",
  };
  const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return { responseCode: 200, responseHeaders, body };
}
