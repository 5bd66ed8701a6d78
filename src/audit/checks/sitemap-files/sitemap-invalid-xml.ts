import type { SitemapFile } from "../../../web";
import { sitemapCheck } from "../shared/define-sitemap";

function faultOf({ end, kind, faults }: SitemapFile): string | null {
  if (end === "refused") return "the file has a document type declaration, or is not a sitemap";
  if (kind === "unknown") return "the root element is neither urlset nor sitemapindex";
  if (faults.includes("not_well_formed") || end === "broken") return "the XML is not well-formed, or ends too early";
  if (faults.includes("no_namespace")) return "the root element lacks the sitemaps.org namespace";
  return null;
}

export const sitemapInvalidXml = sitemapCheck({
  id: "sitemap_invalid_xml",
  severity: "error",
  title: "The sitemap is not valid sitemap XML",
  rule: "The XML is not well-formed, the root is neither urlset nor sitemapindex, the sitemaps.org namespace is missing, or there is a document type declaration.",
  why: "Crawlers may reject the file and miss the pages it lists.",
  fix: "Write the file with an XML library: root `urlset` or `sitemapindex`, xmlns `http://www.sitemaps.org/schemas/sitemap/0.9`, no DOCTYPE.",
  file: {
    on: "sitemap",
    test: (file) => {
      const detail = faultOf(file);
      return detail === null ? null : { detail };
    },
  },
});
