/**
 * Files that the HTML does not need. The browser blocks them by extension, which is cheaper than pausing each request.
 * Images are not among them: a page may wait for one.
 */
const EXTENSIONS = "mp4 webm mp3 ogg wav m4a mov woff woff2 ttf otf eot".split(" ");

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

/** Patterns for Network.setBlockedURLs. This does not stop sockets: see socketScript. */
export const BLOCKED_URLS: readonly string[] = [
  ...EXTENSIONS.flatMap((extension) => [`*.${extension}`, `*.${extension}?*`]),
  ...TRACKERS,
];
