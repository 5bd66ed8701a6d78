import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

const LOREM = "Lorem ipsum dolor sit amet, consectetur adipiscing elit.";
const page = (body: string, title = "Walks along the old harbour") =>
  `<html lang="en"><head><title>${title}</title></head><body><main>${body}</main></body>`;
const isFiller = (html: string) => findingOf("placeholder_text", html) !== null;

describe("placeholder_text", () => {
  it.each([
    ["a paragraph", `<p>${LOREM}</p>`],
    ["capitals", `<p>LOREM IPSUM DOLOR SIT AMET</p>`],
    ["markup in it", "<p>Lorem <b>ipsum</b> dolor sit amet</p>"],
    ["white space in it", "<p>Lorem\n   ipsum\tdolor sit amet</p>"],
    ["a card beside a quotation", `<blockquote>${LOREM}</blockquote><p>${LOREM}</p>`],
    ["a heading", `<h1>Lorem ipsum dolor</h1>`],
    ["a testimonial's paragraph after code", `<pre><code>x = 1</code></pre><p>${LOREM}</p>`],
    ["an apostrophe long before it", `<p>It's ours. ${LOREM}</p>`],
  ])("with %s", (_, body) => expect(isFiller(page(body))).toBe(true));

  it.each([
    ["its name", "<p>We never publish lorem ipsum.</p>"],
    ["a block of code", `<pre><code>&lt;p&gt;${LOREM}&lt;/p&gt;</code></pre>`],
    ["inline code", `<p>Type <code>${LOREM}</code> into the field.</p>`],
    ["highlighted code", `<pre><span class="s">Lorem</span> <span>ipsum dolor sit amet</span></pre>`],
    ["sample output", `<p>It prints <samp>${LOREM}</samp>.</p>`],
    ["a key", `<p>Type <kbd>${LOREM}</kbd></p>`],
    ["a quotation", `<blockquote><p>${LOREM}</p></blockquote>`],
    ["an inline quotation", `<p>Cicero did not write <q>${LOREM}</q>.</p>`],
    ["straight quotes", `<p>The text "${LOREM}" says nothing.</p>`],
    ["curly quotes", `<p>The text “${LOREM}” says nothing.</p>`],
    ["German quotes", `<p>Der Text „${LOREM}“ sagt nichts.</p>`],
    ["guillemets with a space", `<p>Le texte « ${LOREM} » ne dit rien.</p>`],
    ["Japanese brackets", `<p>「${LOREM}」という文。</p>`],
    ["quotes that begin earlier", `<p>It begins: "Neque porro, ${LOREM}"</p>`],
    ["a text field", `<textarea>${LOREM}</textarea>`],
  ])("not with %s", (_, body) => expect(isFiller(page(body))).toBe(false));

  it.each([
    ["Untitled", "Untitled, 1952 | Gallery", false],
    ["Document", "Document - Web APIs", false],
    ["Page title", "Page title - Design system", false],
    ["Hello World!", "Hello World! - Learn Go", false],
    ["Walks", "Document", true],
    ["Walks", "Untitled", true],
    ["Vite + React", "Walks", true],
  ])("with the heading %j and the title %j: %s", (heading, title, isIt) =>
    expect(isFiller(page(`<h1>${heading}</h1><p>Text`, title))).toBe(isIt),
  );

  it("in the first post of WordPress", () => {
    const post = "<h1>Hello world!</h1><p>Welcome to WordPress. This is your first post. Edit or delete it.</p>";
    expect(isFiller(page(post, "Hello world! – Walks"))).toBe(true);
  });

  it("not on a page about the text", () => {
    expect(isFiller(page(`<p>${LOREM}</p>`, "What is lorem ipsum? Its source and its use"))).toBe(false);
    expect(isFiller(page(`<h1>The lorem ipsum generator</h1><p>${LOREM}</p>`))).toBe(false);
    expect(isFiller(page("<p>A", "Lorem ipsum dolor sit amet"))).toBe(true);
  });
});
