/** The number of code points in a text (not UTF-16 units), which is closer to what people count. */
export function charLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; length++) i += text.codePointAt(i)! > 0xffff ? 2 : 1;
  return length;
}
