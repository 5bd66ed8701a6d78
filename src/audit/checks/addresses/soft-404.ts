import { renderedCheck } from "../shared/define";

/** "Not found" in the most common languages of the web, or 404 as a separate word. */
const NOT_FOUND =
  /(?<![\p{L}\p{N}])(?:404|not found|page (?:doesn.?t|does not) exist|nicht gefunden|existiert nicht|introuvable|n.existe pas|no encontrad[ao]|no existe|non trovat[ao]|não encontrad[ao]|niet gevonden|nie znaleziono|не найден[ао]?|не существует|bulunamadı|見つかりません|找不到|未找到)(?![\p{L}\p{N}])/iu;

export const soft404 = renderedCheck({
  id: "soft_404",
  severity: "error",
  category: "HTTP status and redirects",
  title: "The page says that it does not exist, but answers 200",
  rule: 'Status 200, and title or h1 say "404", "not found" or the same in another language, raw or rendered.',
  why: "Search engines waste time on error pages and index them.",
  fix: "Answer 404; a single-page app can set meta name=prerender-status-code content=404.",
  test: ({ raw, rendered }) => {
    if (raw.status !== 200) return null;
    const hit = [rendered.title, rendered.h1, raw.title, raw.h1].find((text) => text !== null && NOT_FOUND.test(text));
    return hit ? { found: `HTTP 200 with: ${hit}`, expected: "HTTP 404" } : null;
  },
});
