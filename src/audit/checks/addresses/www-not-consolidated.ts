import { siteCheck } from "../shared/define";

const hostOf = (url: string | null) => (url === null ? null : (URL.parse(url)?.host ?? null));

export const wwwNotConsolidated = siteCheck({
  id: "www_not_consolidated",
  severity: "error",
  category: "HTTP status and redirects",
  title: "The site answers with and without www",
  rule: "Both the www host and the bare host answer 200, neither redirects, and neither names the other as its canonical.",
  why: "Search engines see two sites with the same pages, and links are split between them.",
  fix: "Redirect one host to the other with 301.",
  test: ({ home, wwwHome }) => {
    if (!home?.html || !wwwHome?.html) return null;
    const consolidated =
      hostOf(home.canonical) === wwwHome.parsedUrl.host || hostOf(wwwHome.canonical) === home.parsedUrl.host;
    return consolidated
      ? null
      : {
          found: `${home.parsedUrl.host} and ${wwwHome.parsedUrl.host} both answer HTTP 200`,
          expected: "a redirect from one to the other",
        };
  },
});
