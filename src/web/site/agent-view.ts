import { MAX_AGENT_TEXT, type AgentView } from "../../lib/text/agent-text";
import { Trait, type ElementKind } from "../html/elements";
import { nameTable } from "../html/name-table";
import type { Attributes, HtmlEvents } from "../html/open-elements";
import { HtmlScanner } from "../html/scanner";

const MAX_LINKS = 1_000;
const MAX_NAME = 200;
const MAX_BLOCKS = 50;
const MAX_BLOCK = 262_144;
const SILENT = new Set(["script", "style", "template", "noscript", "svg"]);
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const NAMES = nameTable(["alt", "aria-hidden", "aria-label", "hidden", "href", "style", "title", "type"]);

interface Open {
  isSilent: boolean;
  isHidden: boolean;
}

interface OpenLink {
  href: string;
  label: string;
  title: string;
  text: string;
  isHidden: boolean;
}

const fold = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Reads a page twice in one pass: as the accessibility tree names it, and as its HTML has it, hidden parts included. */
class AgentReader implements HtmlEvents {
  readonly tree: AgentView = { title: "", text: "", links: [], hasForm: false, data: [] };
  readonly html: AgentView = { title: "", text: "", links: [], hasForm: false, data: [] };
  private readonly opened: Open[] = [];
  private link: OpenLink | null = null;
  private block: string | null = null;
  /** Which title is open: the first is the page's, and the text of others is shown nowhere. */
  private title: "page" | "other" | null = null;

  open({ name, traits }: ElementKind, attributes: Attributes): void {
    const last = this.opened.at(-1);
    const isHidden =
      "hidden" in attributes || attributes["aria-hidden"] === "true" || HIDDEN_STYLE.test(attributes["style"] ?? "");
    const state = {
      isSilent: (last?.isSilent ?? false) || SILENT.has(name),
      isHidden: (last?.isHidden ?? false) || isHidden,
    };
    this.opened.push(state);
    if ((traits & Trait.Inline) === 0) this.add(" ");
    if (name === "script" && /^application\/ld\+json/i.test(attributes["type"]?.trim() ?? "")) this.block = "";
    if (state.isSilent) return;
    if (name === "title") this.title = this.html.title === "" ? "page" : "other";
    if (name === "a" && attributes["href"] !== undefined)
      this.link = {
        href: attributes["href"].trim(),
        label: attributes["aria-label"] ?? "",
        title: attributes["title"] ?? "",
        text: "",
        isHidden: state.isHidden,
      };
    if (name === "img" && this.link && !state.isHidden) this.link.text += ` ${attributes["alt"] ?? ""} `;
    if (name === "textarea") {
      this.html.hasForm = true;
      if (!state.isHidden) this.tree.hasForm = true;
    }
  }

  text(html: string, start: number, end: number): void {
    const last = this.opened.at(-1);
    const text = html.slice(start, Math.min(end, start + MAX_AGENT_TEXT));
    if (this.title === "page") this.html.title += text.slice(0, MAX_NAME);
    if (this.block !== null && this.block.length < MAX_BLOCK) this.block += text;
    if (last?.isSilent || this.title !== null) return;
    this.add(text);
    if (this.link && this.link.text.length < MAX_NAME && (!last?.isHidden || this.link.isHidden))
      this.link.text += text;
  }

  private add(text: string): void {
    if (this.html.text.length < MAX_AGENT_TEXT) this.html.text += text;
    if (this.tree.text.length < MAX_AGENT_TEXT && !this.opened.at(-1)?.isHidden) this.tree.text += text;
  }

  close({ name, traits }: ElementKind): void {
    if (name === "title") this.title = null;
    if (name === "script" && this.block !== null) {
      if (this.html.data.length < MAX_BLOCKS && this.block.length < MAX_BLOCK) this.html.data.push(this.block);
      this.block = null;
    }
    if (name === "a") this.endLink();
    if ((traits & Trait.Inline) === 0) this.add(" ");
    this.opened.pop();
  }

  private endLink(): void {
    const { link } = this;
    this.link = null;
    if (!link || this.html.links.length >= MAX_LINKS) return;
    const { href, label, text, title, isHidden } = link;
    const name = [label, text, title].map(fold).find((each) => each !== "") ?? "";
    this.html.links.push({ href, name: name.slice(0, MAX_NAME) });
    if (!isHidden) this.tree.links.push({ href, name: name.slice(0, MAX_NAME) });
  }
}

/** What agents read of a page: by its accessibility tree, and by its HTML. Never throws on broken HTML. */
export function agentViews(page: string): { tree: AgentView; html: AgentView } {
  const reader = new AgentReader();
  const scanner = new HtmlScanner(reader, NAMES);
  scanner.write(page);
  scanner.end();
  const { tree, html } = reader;
  html.title = fold(html.title);
  tree.title = html.title;
  for (const view of [tree, html]) view.text = fold(view.text);
  return { tree, html };
}
