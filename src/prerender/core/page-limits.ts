/** Limits per page, including its frames and workers; `sockets` is per window or worker. */
export const PAGE_LIMITS = {
  /**
   * Of 71 applications from npm, each on one page, the median made 3 requests and the largest 27 (`npm run fidelity`).
   * Whole sites also load third-party tags and unbundled modules, so the limit is far above that.
   */
  requests: 400,
  sockets: 10,
  /** On the wire. */
  bytes: 20 * 1024 * 1024,
  /** After decompression. */
  decodedBytes: 100 * 1024 * 1024,
} as const;
