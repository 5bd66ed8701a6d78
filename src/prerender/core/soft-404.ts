/** Pages that say "not found" are short; an article about missing pages is not. */
const MAX_WORDS = 200;
const MAX_HEADLINE = 80;

/** The whole of a headline, as single-page sites write it when their router knows no such path. */
const PHRASES = [
  /^(http )?(error|fehler|erreur|oops!?)?[\s:#-]*404[\s:!.–-]*((error|page|not found|seite|fehler|erreur)\b.*)?$/i,
  /^(sorry,? )?(the |this |that )?(page|product|article|post|content|resource|document|file|url) (you requested |you're looking for |you are looking for |requested )?(was |is |could |can)?\s?(not|n't|n’t)\s?(be )?(found|exist|available)/i,
  /^(page|seite|produkt) (not found|nicht gefunden)/i,
  /^(page|produit) (introuvable|non trouvée?)/i,
  /^página no encontrada/i,
  /^not found$/i,
  /\b(page|product|article)\b.{0,40} (does not|doesn't|doesn’t) exist/i,
];

/**
 * True when a page that answered 200 tells people that there is nothing here: its title or first heading is nothing but
 * that, and the page is short. Its address should answer 404, or every unknown address fills the index of a search engine.
 */
export function saysNotFound(
  page: { title: string; heading: string },
  words: number
): boolean {
  if (words > MAX_WORDS) return false;
  // A title often carries the site's name behind a mark: "Page not found | Shop".
  const headlines = [page.heading, ...page.title.split(/\s+[|–—·•»-]\s+/)].map(
    (line) => line.trim()
  );
  return headlines.some(
    (line) =>
      line !== "" &&
      line.length <= MAX_HEADLINE &&
      PHRASES.some((each) => each.test(line))
  );
}
