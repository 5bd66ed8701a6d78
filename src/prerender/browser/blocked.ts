/** Files that the HTML does not need, blocked inside the browser by their ending. */
const EXTENSIONS = [
  "png",
  "jpg",
  "jpeg",
  "gif",
  "webp",
  "avif",
  "ico",
  "svg",
  "bmp",
  "mp4",
  "webm",
  "mp3",
  "ogg",
  "wav",
  "m4a",
  "mov",
  "woff",
  "woff2",
  "ttf",
  "otf",
  "eot",
];

/** Analytics and advertising: a render must not count as a person's visit. */
const TRACKERS = [
  "*://*.google-analytics.com/*",
  "*://*.googletagmanager.com/*",
  "*://*.doubleclick.net/*",
  "*://*.googlesyndication.com/*",
  "*://connect.facebook.net/*",
  "*://*.hotjar.com/*",
  "*://*.clarity.ms/*",
  "*://*.segment.io/*",
  "*://cdn.segment.com/*",
  "*://*.mixpanel.com/*",
  "*://*.amplitude.com/*",
  "*://plausible.io/*",
  "*://*.intercom.io/*",
  "*://*.fullstory.com/*",
  "*://bat.bing.com/*",
];

/** Private and local addresses: no page may make our browser ask them. Left out where private hosts are allowed. */
const PRIVATE = [
  "*://localhost*",
  "*://*.localhost*",
  "*://127.*",
  "*://10.*",
  "*://192.168.*",
  "*://169.254.*",
  "*://0.*",
  "*://\\[*",
  "*://*.internal*",
  "*://*.local/*",
  "*://*.local:*",
];

/** Patterns for Network.setBlockedURLs. */
export function blockedUrlPatterns(allowPrivateHosts: boolean): string[] {
  const files = EXTENSIONS.flatMap((extension) => [`*.${extension}`, `*.${extension}?*`]);
  return [...files, ...TRACKERS, ...(allowPrivateHosts ? [] : PRIVATE)];
}
