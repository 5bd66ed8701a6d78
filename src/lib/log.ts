type Level = "info" | "warn" | "error";

/**
 * One structured log line. Values are data: they are JSON-encoded, never interpolated, so text from crawled pages can't
 * forge a line. Callers never pass credentials, prompts or answers.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ event, ...fields }, (_, value: unknown) => withoutParameters(value)));
}

/** A failed query's message ends with its parameters, which may be addresses, visits or answers. */
function withoutParameters(value: unknown): unknown {
  const at = typeof value === "string" ? value.indexOf("\nparams: ") : -1;
  return at < 0 ? value : (value as string).slice(0, at);
}
