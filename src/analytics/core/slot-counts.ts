/** Visit counts of a crawler on a path. */
export interface SlotCount {
  agent: number;
  spoofed: boolean;
  cache: number;
  render: number;
}

const ZERO = 48;

/**
 * The numbers of a path's visits by crawler: name, cache and render for each, in turn. A crawler may occur more than
 * once. Read character by character, because a report has up to a million of them.
 */
export function slotNumbers(text: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO) number = number * 10 + code - ZERO;
    else {
      numbers.push(number);
      number = 0;
    }
  }
  numbers.push(number);
  return numbers;
}

/** Whether a name of `slotNumbers` stands for spoofed visits, and the crawler's number in it. */
export const isSpoofed = (name: number): boolean => (name & 1) === 1;
export const agentNumber = (name: number): number => name >> 2;

/** A path's visits by crawler. */
export function slotCounts(text: string): SlotCount[] {
  const numbers = slotNumbers(text);
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const name = numbers[i * 3]!;
    return {
      agent: agentNumber(name),
      spoofed: isSpoofed(name),
      cache: numbers[i * 3 + 1]!,
      render: numbers[i * 3 + 2]!,
    };
  });
}
