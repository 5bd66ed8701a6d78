/** Limits per page, including its frames and workers; `sockets` is per window or worker. */
export const PAGE_LIMITS = {
  requests: 400,
  sockets: 10,
  /** On the wire. */
  bytes: 20 * 1024 * 1024,
  /** After decompression. */
  decodedBytes: 100 * 1024 * 1024,
} as const;
