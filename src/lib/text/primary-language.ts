/** A tag's language without script and region, also of `de_DE`. Old codes are mapped to the current ones. */
export function primaryLanguage(tag: string): string {
  const language = tag
    .trim()
    .toLowerCase()
    .split("-")[0]!
    .replace(/^([a-z]{2,3})_.*/, "$1");
  return RENAMED.get(language) ?? language;
}

const RENAMED = new Map([
  ["iw", "he"],
  ["in", "id"],
  ["ji", "yi"],
  ["nb", "no"],
]);
