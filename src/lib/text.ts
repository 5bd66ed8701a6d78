/** Characters of a text as people count them: code points, not UTF-16 units. */
export function charLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; length++) i += text.codePointAt(i)! > 0xffff ? 2 : 1;
  return length;
}
