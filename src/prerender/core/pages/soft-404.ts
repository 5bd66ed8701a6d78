/** Pages that say "not found" are short; an article about missing pages is not. */
const MAX_WORDS = 200;
const MAX_HEADLINE = 80;

/** Complete headlines that single-page sites show for unknown paths. */
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
 * Whether a page with status 200 only says that nothing is there: its title or first heading is such a phrase, and the
 * page is short. It should answer 404, or search engines index every unknown URL.
 */
export function saysNotFound(page: { title: string; heading: string }, words: number): boolean {
  if (words > MAX_WORDS) return false;
  // A title often contains the site's name after a separator: "Page not found | Shop".
  const headlines = [page.heading, ...page.title.split(/\s+[|–—·•»-]\s+/)].map((line) => line.trim());
  return headlines.some(
    (line) => line !== "" && line.length <= MAX_HEADLINE && PHRASES.some((each) => each.test(line)),
  );
}
