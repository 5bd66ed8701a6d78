import { expect, it } from "vitest";
import { hreflangMissingReturnLink } from "../../../../../src/audit/checks/hreflang/hreflang-missing-return-link";
import { packRelations, unpackRelations } from "../../../../../src/audit/model/page/relations";
import type { AuditedPage } from "../../../../../src/audit/model/page/page";
import { SiteGraph } from "../../../../../src/audit/model/site/site-graph";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { factsOf, nodeOf, pageOf } from "../../makers.ts";

const ORIGIN = "https://walks.example";
const SET = `<link rel="alternate" hreflang="en" href="${ORIGIN}/boot"><link rel="alternate" hreflang="de" href="${ORIGIN}/de/boot">`;
const page = (path: string, head: string) => pageOf(ORIGIN + path, { facts: factsOf(head) });

function findingFor(of: AuditedPage, ...others: AuditedPage[]) {
  const graph = new SiteGraph(true, ORIGIN);
  const rows = [of, ...others].map((each, seq) => {
    const canonicalHash = each.canonical === null || each.canonical === each.url ? null : hash53(each.canonical);
    const node = nodeOf({ seq, urlHash: hash53(each.url), canonicalHash, path: each.path });
    const shared = { titleHash: null, descriptionHash: null, textHash: null, path: each.path };
    graph.add(node, { ...shared, relations: packRelations(each) });
    return { node, ...shared, edges: [], files: [], relations: unpackRelations(packRelations(each)) };
  });
  return hreflangMissingReturnLink.test(rows[0]!, graph);
}

it("a variant of a product has the return links of its canonical", () => {
  const canonical = (path: string) => `<link rel="canonical" href="${ORIGIN}${path}">`;
  const german = page("/de/boot", SET + canonical("/de/boot"));
  expect(findingFor(page("/boot?variant=2", SET + canonical("/boot")), german)).toBeNull();
  expect(findingFor(page("/boot?variant=2", SET), german)).not.toBeNull();
  expect(findingFor(page("/boot", SET), page("/de/boot", ""))).not.toBeNull();
});
