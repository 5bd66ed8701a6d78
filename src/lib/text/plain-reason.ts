/** Sentences of the runtime, of databases and of the browser's protocol. They help the log, and nobody else. */
const NOT_FOR_PEOPLE =
  /internal error|reference = |network connection lost|durable object|(?:d1|r2|kv|sqlite)_|\b(?:D1|R2|KV)\b|protocol error|target closed|session closed|websocket|exceeded its|undefined|is not a function|of null|zod|JSON at position/i;

/** Why something failed, for people: the error's own words, unless they are the platform's. */
export function plainReason(message: string, instead: string): string {
  const line = message.split("\n", 1)[0]!.slice(0, 300);
  return line === "" || NOT_FOR_PEOPLE.test(line) ? instead : line;
}
