/** A fault of an expression, in words that follow its name. */
export class XPathFault extends Error {}

const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d*)?|\.\d+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<mark>::|\/\/|\.\.|!=|<=|>=|[()[\].@,/|+\-=<>*$:])|(?<name>[\p{L}_][\w.·-]*))/uy;

export interface XPathToken {
  kind: "number" | "text" | "mark" | "name" | "end";
  text: string;
}

export function tokensOf(text: string): XPathToken[] {
  const tokens: XPathToken[] = [];
  let at = 0;
  while (text.slice(at).trim() !== "") {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new XPathFault(`has something unreadable at character ${at + 1}`);
    at = TOKEN.lastIndex;
    const { number, double, single, mark, name } = found.groups!;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (mark !== undefined) tokens.push({ kind: "mark", text: mark });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "text", text: double ?? single! });
  }
  return [...tokens, { kind: "end", text: "" }];
}
