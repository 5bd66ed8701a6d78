/**
 * Extensions of files that are not pages: the union of the lists of prerender-node, its Cloudflare worker and
 * EdgeComet.
 */
const ASSET_EXTENSIONS = new Set(
  (
    "ai apk atom avi avif bin bmp bz2 css csv dat deb dll dmg doc docx eot epub exe flv gif gz ico iso jpeg jpg js json less m4a m4v map mid mjs mov mp3 mp4 mpeg mpg msi " +
    "odp ods odt ogg ogv opus otf pdf pkg png pps ppt pptx psd rar rpm rss rtf svg svgz swf tar tgz tif tiff torrent ttf txt wasm wav weba webm webmanifest webp wma wmv woff woff2 xls xlsx xml xz zip 7z"
  ).split(" "),
);

/**
 * Whether the last path segment has the extension of a file that is not a page. Earlier dots and the query are ignored.
 */
export function isAssetPath(path: string): boolean {
  const end = path.search(/[?#]/);
  const clean = end < 0 ? path : path.slice(0, end);
  const segment = clean.slice(clean.lastIndexOf("/") + 1);
  const dot = segment.lastIndexOf(".");
  return dot > 0 && ASSET_EXTENSIONS.has(segment.slice(dot + 1).toLowerCase());
}
