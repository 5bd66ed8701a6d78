import { listed } from "../shared/listed";
import { isHreflang } from "../shared/languages";
import { pageCheck } from "../shared/define";

export const hreflangInvalidCode = pageCheck({
  id: "hreflang_invalid_code",
  severity: "error",
  category: "International",
  title: "A language code is invalid",
  rule: "An hreflang that is neither x-default nor a language (ISO 639-1), with or without a script and a region (ISO 3166-1).",
  why: "Search engines ignore the alternate.",
  fix: "Use codes such as de, de-AT or zh-Hant.",
  on: "html",
  test: ({ alternates }) => {
    const hits = alternates
      .filter((alternate) => !isHreflang(alternate.code))
      .map((alternate) => alternate.code || "(empty)");
    return listed(hits, "invalid codes", "codes such as de or de-AT");
  },
});
