import { isEverydayWord } from "../../../lib/text/everyday-words";

interface Names {
  domain: string;
  brandName: string | null;
  category: string | null;
  competitors: ReadonlyArray<{ name: string; category?: string | undefined }> | null;
}

/** Warns about names that are everyday words in some language, because answers use those words for other things too. */
export function nameWarnings({ domain, brandName, category, competitors }: Names): string[] {
  const names = [
    { name: brandName ?? domain, helped: category },
    ...(competitors ?? []).map((each) => ({ name: each.name, helped: each.category ?? category })),
  ];
  return names.flatMap(({ name, helped }) => {
    if (!isEverydayWord(name)) return [];
    const advice = helped
      ? "excludePhrases can name phrases that mean something else"
      : "set category and excludePhrases to count more of them";
    return [
      `"${name}" is also an everyday word. It counts only where the answer shows that the company is meant; ${advice}.`,
    ];
  });
}
