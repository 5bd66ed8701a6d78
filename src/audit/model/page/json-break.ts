const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const TOKEN = new RegExp(
  String.raw`[ \t\r\n]*(?:([{}[\],:])|(${STRING})|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)`,
  "y",
);

/**
 * Position at which a text stops being JSON (RFC 8259). V8 names the position only in some of its messages. The text is
 * known to be invalid.
 */
export function jsonBreak(text: string): number {
  const open: string[] = [];
  let expected = "value";
  let at = 0;
  for (TOKEN.lastIndex = 0; ; at = TOKEN.lastIndex) {
    const start = at + /^[ \t\r\n]*/.exec(text.slice(at, at + 1_000))![0].length;
    const [, mark, string] = TOKEN.exec(text) ?? [];
    if (TOKEN.lastIndex === 0) return start;
    const next = following(expected, mark ?? (string === undefined ? "literal" : "string"), open);
    if (next === null) return start;
    expected = next;
  }
}

/** What may follow a token, or null if the token itself is not allowed here. */
function following(expected: string, token: string, open: string[]): string | null {
  if (token === "}" || token === "]") {
    const isEnd = expected === "comma" || expected === (token === "}" ? "key or end" : "value or end");
    return isEnd && open.pop() === token ? "comma" : null;
  }
  if (token === ",") return expected !== "comma" || open.length === 0 ? null : open.at(-1) === "}" ? "key" : "value";
  if (token === ":") return expected === "colon" ? "value" : null;
  if (expected.startsWith("key")) return token === "string" ? "colon" : null;
  if (!expected.startsWith("value")) return null;
  if (token !== "{" && token !== "[") return "comma";
  open.push(token === "{" ? "}" : "]");
  return token === "{" ? "key or end" : "value or end";
}
