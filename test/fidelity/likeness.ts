import type { Seen } from "./patient-browser";

const GRAM = 5;

/** Five words in a row, from the visible text. Numbers are left out, because clocks and counters differ by nature. */
function gramsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  if (words.length < GRAM) return new Set(words);
  return new Set(words.slice(0, -GRAM + 1).map((_, index) => words.slice(index, index + GRAM).join(" ")));
}

function shareOf(part: Set<string>, whole: Set<string>): number {
  if (whole.size === 0) return 1;
  return [...whole].filter((each) => part.has(each)).length / whole.size;
}

/** How much of the truth a snapshot shows, and how much of what it shows is true. `differs`: metadata that is not alike. */
export function likeness(snapshot: Seen, truth: Seen): { recall: number; precision: number; differs: string[] } {
  const [shown, wanted] = [gramsOf(snapshot.text), gramsOf(truth.text)];
  const same = (key: "title" | "description" | "canonical" | "links" | "jsonLd") =>
    JSON.stringify(snapshot[key]) === JSON.stringify(truth[key]);
  const keys = ["title", "description", "canonical", "links", "jsonLd"] as const;
  return {
    recall: shareOf(shown, wanted),
    precision: shareOf(wanted, shown),
    differs: keys.filter((key) => !same(key)),
  };
}
