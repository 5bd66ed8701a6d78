import { pageCheck } from "../shared/define";
import { isXml } from "../shared/xml";

export const missingCharset = pageCheck({
  id: "missing_charset",
  severity: "notice",
  category: "Document basics",
  title: "The page does not declare its character set",
  rule: "No charset in Content-Type or in the first 1,024 bytes: a byte order mark, a meta or an XML declaration. Pages sent as XHTML are UTF-8 without one.",
  why: "Non-ASCII characters may be garbled, in search results too.",
  fix: "Put meta charset=utf-8 first in head.",
  on: "html",
  test: ({ facts, headers }) =>
    facts.charset === null && !/charset\s*=/i.test(headers["content-type"] ?? "") && !isXml(headers)
      ? { found: "no charset", expected: "charset=utf-8" }
      : null,
});
