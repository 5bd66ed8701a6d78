import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const hreflangRelativeUrl = pageCheck({
  id: "hreflang_relative_url",
  severity: "warning",
  category: "International",
  title: "Alternates have relative URLs",
  rule: "An hreflang link whose href is not absolute.",
  why: "Google expects absolute URLs and may ignore others.",
  fix: "Write whole URLs with https://.",
  on: "html",
  test: ({ alternates }) => {
    const hits = alternates
      .filter((alternate) => !/^https?:\/\//i.test(alternate.href))
      .map((alternate) => `${alternate.code}: ${alternate.href}`);
    return listed(hits, "relative URLs", "absolute URLs");
  },
});
