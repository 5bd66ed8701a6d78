import { secondFacts, type SecondFacts } from "./second-checks.ts";
import { isFile } from "./second-links.ts";
import { attribute, inTemplate, SecondPage } from "./second-page.ts";
import { ORIGIN, type Answer, type Result, type Site } from "./site.ts";

interface Node {
  url: URL;
  depth: number;
  answer: Answer;
  facts: SecondFacts | null;
  /** Pages and files of the site that the page refers to. */
  targets: Set<string>;
  redirect: string | null;
}

const short = (url: string) => url.replace(/#.*$/, "");

/** Audits a site with a tree of its own, from its start page. */
export function secondAudit(site: Site, start: string): Result {
  const nodes = new Map<string, Node>();
  let wave = [new URL(start, ORIGIN).href];
  for (let depth = 0; wave.length > 0; depth++) {
    const next = new Set<string>();
    const queue = [...wave];
    while (queue.length > 0) {
      const href = queue.shift()!;
      if (nodes.has(href)) continue;
      const node = visit(site, new URL(href), depth);
      nodes.set(href, node);
      // A redirect costs no click.
      if (node.redirect !== null && new URL(node.redirect).host === new URL(ORIGIN).host) queue.push(node.redirect);
      for (const target of node.targets) if (!isFile(target)) next.add(target);
    }
    wave = [...next].filter((href) => !nodes.has(href));
  }
  compare(nodes);
  const result: Result = new Map();
  for (const { url, depth, facts, answer, redirect } of nodes.values()) {
    const isOther = answer.status === 200 && !/html/.test(answer.contentType);
    if (isOther || url.protocol === "http:") continue;
    const issues = redirect === null ? (facts?.ids ?? new Set<string>()) : new Set(facts?.ids ?? []);
    if (answer.status === 404) issues.add("http_4xx");
    result.set(url.pathname + url.search, { depth, issues });
  }
  return result;
}

function visit(site: Site, url: URL, depth: number): Node {
  const secure = url.protocol === "http:" ? { status: 301, location: url.href.replace("http:", "https:") } : null;
  const answer = { ...site(url.pathname + url.search), ...secure };
  const node: Node = { url, depth, answer, facts: null, targets: new Set(), redirect: null };
  if (answer.location !== undefined) return { ...node, redirect: new URL(answer.location, url).href };
  if (answer.status !== 200 || !/html/.test(answer.contentType)) return node;
  const head = Buffer.from(answer.body.subarray(0, 1_024)).toString("latin1");
  const page = new SecondPage(decode(answer.body, head, answer.contentType));
  const facts = secondFacts({ page, url, bytes: answer.body.length, contentType: answer.contentType, head });
  const base = new URL(
    page
      .named("base")
      .map(({ element }) => attribute(element, "href"))
      .find(Boolean) ?? url.href,
    url,
  );
  const targets = new Set(facts.links.filter((link) => link.url !== null && !link.isFragment).map((link) => link.url!));
  for (const placed of page.named("frame", "iframe")) {
    const src = attribute(placed.element, "src");
    const target = src === null || inTemplate(placed) ? null : URL.parse(src.trim(), base);
    if (target && src!.trim() !== "") targets.add(short(target.href));
  }
  const refresh = page
    .named("meta")
    .find(
      ({ element, ancestors }) =>
        attribute(element, "http-equiv")?.toLowerCase() === "refresh" &&
        !ancestors.some((each) => each.tagName === "noscript"),
    );
  const moved = refresh && refreshOf(attribute(refresh.element, "content") ?? "", base);
  const own = [...targets].filter((target) => new URL(target).host === url.host && target !== short(url.href));
  if (!moved || short(moved.url) === short(url.href)) return { ...node, facts, targets: new Set(own) };
  if (moved.seconds > 5) return { ...node, facts: withId(facts), targets: new Set([...own, short(moved.url)]) };
  return {
    ...node,
    facts: { ...facts, ids: new Set(["meta_refresh_redirect"]), indexable: false },
    targets: new Set(own),
    redirect: short(moved.url),
  };
}

function withId(facts: SecondFacts): SecondFacts {
  facts.ids.add("meta_refresh_redirect");
  return facts;
}

function refreshOf(content: string, base: URL): { seconds: number; url: string } | null {
  const [, seconds, rest] = /^\s*(\d+)[\d.]*[;,\s]\s*(.+)$/s.exec(content) ?? [];
  if (rest === undefined) return null;
  const address = rest.replace(/^url\s*=\s*/i, "").replace(/^(['"])(.*?)\1.*$/s, "$2");
  const url = URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? { seconds: Number(seconds), url: url.href } : null;
}

function decode(body: Uint8Array, head: string, contentType: string): string {
  const header = /charset=([\w-]+)/i.exec(contentType)?.[1];
  const named = header ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? "windows-1252";
  const label = head.startsWith("\xef\xbb\xbf") ? "utf-8" : /^utf-?16/i.test(named) ? "utf-8" : named;
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** Adds what only a comparison of the pages shows. */
function compare(nodes: ReadonlyMap<string, Node>): void {
  const indexable = [...nodes.values()].filter(({ facts }) => facts?.indexable);
  const shared = (id: string, valueOf: (facts: SecondFacts) => string) => {
    const counts = new Map<string, number>();
    for (const { facts } of indexable) counts.set(valueOf(facts!), (counts.get(valueOf(facts!)) ?? 0) + 1);
    for (const { facts } of indexable)
      if (valueOf(facts!) !== "" && counts.get(valueOf(facts!))! > 1) facts!.ids.add(id);
  };
  shared("duplicate_title", ({ title }) => title.toLowerCase());
  shared("duplicate_meta_description", ({ description }) => description.toLowerCase());
  shared("duplicate_h1", ({ h1 }) => h1.toLowerCase());
  shared("duplicate_content", ({ mainText }) => (mainText.length < 50 ? "" : mainText));
  const inlinks = new Map<string, number>();
  for (const { targets } of nodes.values())
    for (const target of targets) inlinks.set(target, (inlinks.get(target) ?? 0) + 1);
  for (const [href, { facts, depth, targets, redirect }] of nodes) {
    if (facts === null) continue;
    const hits = [...targets].flatMap((target) => nodes.get(target) ?? []);
    if (hits.some(({ answer }) => answer.status === 404)) facts.ids.add("broken_internal_link");
    if (hits.some((node) => node.redirect !== null)) facts.ids.add("internal_link_to_redirect");
    if (redirect === null && depth > 3) facts.ids.add("deep_page");
    if (facts.indexable && depth > 1 && inlinks.get(href) === 1) facts.ids.add("single_inlink");
  }
}
