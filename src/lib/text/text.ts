/** The number of code points in a text (not UTF-16 units), which is closer to what people count. */
export function charLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; length++) i += text.codePointAt(i)! > 0xffff ? 2 : 1;
  return length;
}

/** The text with one full stop at its end, unless it ends with another mark of a sentence's end. */
export function asSentence(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "." || text[end - 1] === " ")) end--;
  const bare = text.slice(0, end);
  return bare === "" || /[?!…]$/.test(bare) ? bare : `${bare}.`;
}
