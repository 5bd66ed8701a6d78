/** Limits per page, including its frames and workers; `sockets` is per window or worker. */
export const PAGE_LIMITS = {
  /**
   * Of 71 applications from npm, each on one page, the median made 3 requests and the largest 27 (`npm run fidelity`).
   * Whole sites also load third-party tags and unbundled modules, so the limit is far above that.
   */
  requests: 400,
  /** Requests that were refused or answered here, such as images, count too. */
  asked: 5_000,
  /** Requests that may be refused because there were too many, before the render ends. */
  excess: 200,
  /** Documents in frames of the page's own process. */
  frames: 300,
  /** Characters or bytes of a request's body. */
  body: 1024 * 1024,
  /** Changes of the page's URL within its document. Nothing limits them in a browser that is driven, and each busies it. */
  moves: 200,
  /** Characters of a URL. Servers refuse longer ones, and the browser reports each several times. */
  url: 32 * 1024,
  /** Workers, popups and frames with their own process. */
  targets: 50,
  sockets: 10,
  /** On the wire. */
  bytes: 20 * 1024 * 1024,
  /** After decompression. */
  decodedBytes: 100 * 1024 * 1024,
} as const;
