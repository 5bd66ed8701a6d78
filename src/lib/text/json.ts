/** Parses JSON; returns undefined if the text is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const encoder = new TextEncoder();

/** UTF-8 bytes of a value as JSON; 0 for one that JSON leaves out. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? "").length;
}
