type Level = "info" | "warn" | "error";

/**
 * One structured log line. Values are data: they are JSON-encoded, never interpolated, so text from crawled pages can't
 * forge a line. Callers never pass credentials, prompts or answers.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ event, ...fields }));
}
