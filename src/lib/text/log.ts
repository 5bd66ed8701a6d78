type Level = "info" | "warn" | "error";

/**
 * Writes one structured log line. Values are JSON-encoded and never interpolated, so text from crawled pages can't
 * forge a line. Callers must not pass credentials, prompts or answers.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  console[level](
    JSON.stringify({ event, ...fields }, (_, value: unknown) =>
      typeof value === "string" ? withoutParameters(value) : value,
    ),
  );
}

/** Removes the parameters from a failed query's message. They may contain addresses, visits or answers. */
export function withoutParameters(text: string): string {
  const at = text.indexOf("\nparams: ");
  return at < 0 ? text : text.slice(0, at);
}
