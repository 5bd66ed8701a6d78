import { meansMore } from "../../../lib/text/everyday-words";

/** Names are compared as answers are read: without regard to case. */
const plain = (name: string) => name.trim().toLowerCase();

/** A competitor that is named twice, or like the brand, would be counted twice, or as a mention of the brand. */
function sameNames({ domain, brandName, competitors }: Names): string[] {
  const own = plain(brandName ?? domain);
  const seen = new Set<string>();
  return (competitors ?? []).flatMap(({ name }) => {
    const key = plain(name);
    if (key === own) return [`The competitor "${name}" has the name of your own brand.`];
    if (seen.has(key)) return [`The competitor "${name}" is on the list twice.`];
    seen.add(key);
    return [];
  });
}

interface Names {
  domain: string;
  brandName: string | null;
  category: string | null;
  competitors: ReadonlyArray<{ name: string; category?: string | undefined }> | null;
}

/**
 * Warns about names that are everyday words in some language, or names of others, because answers use those words for
 * other things too, and about names that stand for two.
 */
export function nameWarnings(given: Names): string[] {
  return [...everydayNames(given), ...new Set(sameNames(given))];
}

function everydayNames({ domain, brandName, category, competitors }: Names): string[] {
  const names = [
    { name: brandName ?? domain, helped: category },
    ...(competitors ?? []).map((each) => ({ name: each.name, helped: each.category ?? category })),
  ];
  return names.flatMap(({ name, helped }) => {
    if (!meansMore(name)) return [];
    const advice = helped
      ? "excludePhrases can name phrases that mean something else"
      : "set category and excludePhrases to count more of them";
    return [
      `"${name}" is also an everyday word or another name. It counts only where the answer shows that the company is meant; ${advice}.`,
    ];
  });
}
