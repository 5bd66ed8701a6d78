/**
 * Declares `writeHtml`, which writes a tree as HTML of at most `limit` characters, or returns null. The browser's own
 * serialisation escapes no raw text, comment or odd name, and knows namespaces that a parser has to guess. So text can
 * turn into markup (html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments). Here every "<" that a
 * parser could take for markup starts a tag of an element or a comment, whatever state the parser is in.
 *
 * `view` says what to write: `drops(element, name)`; `states(element, name)`, attributes that replace those of the
 * element, or null; `css(style)`; `start(element)` and `end(tree)`, markup of its own.
 */
export const WRITE_HTML = `
  const kindOf = getter(Node, "nodeType"), lastChildOf = getter(Node, "lastChild"), previousOf = getter(Node, "previousSibling");
  const spaceOf = getter(Element, "namespaceURI"), localNameOf = getter(Element, "localName"), tagNameOf = getter(Element, "tagName");
  const attributeNamesOf = method(Element, "getAttributeNames"), attributeOf = method(Element, "getAttribute"), shadowOf = getter(Element, "shadowRoot");
  const contentOf = getter(Node, "textContent");
  const HTML = "http://www.w3.org/1999/xhtml", FOREIGN = new Set(["http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"]);
  const VOID = new Set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "));
  /** Shown like pre. Nothing could follow a plaintext element. */
  const PRE = new Set(["plaintext", "xmp"]);
  /** Their content is for browsers without them. */
  const EMPTY = new Set(["iframe", "noembed", "noframes"]);
  const ESCAPES = { "&": "&amp;", "\\u00a0": "&nbsp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const escaped = (text) => text.replace(/[&\\u00a0<>]/g, (char) => ESCAPES[char]);
  const quoted = (text) => text.replace(/[&\\u00a0<>"]/g, (char) => ESCAPES[char]);
  const TAG = /^[a-z][^\\s\\/<>\\0]*$/i, ATTRIBUTE = /^(?!on)[^\\s"'<>\\/=\\0]+$/i;
  /** What a parser may take for markup. */
  const OPENS = /<(?=[a-z\\/!?])/gi;
  /** Strings, URLs and comments of CSS, where an escape means the same; elsewhere "<" compares. */
  const CSS = /"(?:\\\\[^]|[^"\\\\\\n])*"?|'(?:\\\\[^]|[^'\\\\\\n])*'?|\\/\\*(?:[^*]|\\*(?!\\/))*(?:\\*\\/)?|\\burl\\([^)"']*|<(?=[a-z\\/!?])/gi;
  const safeCss = (text) => text.search(OPENS) < 0 ? text : text.replace(CSS, (part) => part === "<" ? "< " : part.replace(OPENS, "\\\\3c "));
  const safeJson = (text) => text.replace(OPENS, "\\\\u003c");
  const attribute = (name, value) => value !== null && ATTRIBUTE.test(name) ? " " + name + '="' + quoted(value) + '"' : "";
  const openTag = (element, name, states) => {
    let tag = "<" + name;
    for (const each of attributeNamesOf(element)) if (states === null || !(each in states)) tag += attribute(each, attributeOf(element, each));
    for (const each in states) tag += attribute(each, states[each]);
    return tag + ">";
  };
  const shadowTag = (tree) => '<template shadowrootmode="open"' + (tree.delegatesFocus ? ' shadowrootdelegatesfocus=""' : "")
    + (tree.serializable ? ' shadowrootserializable=""' : "") + (tree.clonable ? ' shadowrootclonable=""' : "") + ">";
  const writeHtml = (root, view, limit) => {
    const parts = [];
    let left = limit;
    const put = (text) => { parts.push(text); left -= text.length; };
    /** Nodes, and markup between them. The next is the last. A tree may be deeper than calls can be. */
    const todo = [root];
    const push = (parent) => { for (let node = lastChildOf(parent); node; node = previousOf(node)) todo.push(node); };
    const open = (element) => {
      const space = spaceOf(element), isHtml = space === HTML;
      const own = isHtml || FOREIGN.has(space) ? localNameOf(element) : tagNameOf(element);
      const lower = own.toLowerCase();
      if (view.drops(element, lower)) return;
      const name = PRE.has(lower) ? "pre" : own;
      if (!TAG.test(name)) return push(element);
      put(openTag(element, name, view.states(element, lower)));
      if (isHtml && VOID.has(lower)) return;
      todo.push("</" + name + ">");
      if (EMPTY.has(lower)) return;
      if (lower === "style") return put((isHtml ? safeCss : escaped)(view.css(element)));
      if (lower === "script") return put((isHtml ? safeJson : escaped)(contentOf(element)));
      if (isHtml && lower === "textarea") return put(escaped(element.value ?? contentOf(element)));
      put(view.start(element));
      todo.push(view.end(element));
      push(isHtml && element instanceof HTMLTemplateElement ? element.content : element);
      const shadow = shadowOf(element);
      if (!shadow) return;
      put(shadowTag(shadow));
      todo.push("</template>", view.end(shadow));
      push(shadow);
    };
    while (todo.length > 0 && left >= 0) {
      const next = todo.pop();
      const kind = typeof next === "string" ? 0 : kindOf(next);
      if (kind === 0) put(next);
      else if (kind === 1) open(next);
      else if (kind === 3 || kind === 4) put(escaped(next.data));
      else if (kind === 8 && !/[<>]/.test(next.data)) put("<!--" + next.data + "-->");
    }
    return left < 0 ? null : parts.join("");
  };`;
