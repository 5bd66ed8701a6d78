// A small single-page site: this script creates every word of it. Crawlers that run no scripts see an empty page.
const root = document.getElementById("root");

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function meta(attributes) {
  document.head.append(element("meta", { "data-page": "", ...attributes }));
}

function head(page, path) {
  for (const old of document.head.querySelectorAll("[data-page]")) old.remove();
  document.title = page.title ?? "";
  if (page.description) meta({ name: "description", content: page.description });
  if (page.status) meta({ name: "prerender-status-code", content: String(page.status) });
  if (page.robots) meta({ name: "robots", content: page.robots });
  if (page.canonical !== false) {
    document.head.append(
      element("link", { "data-page": "", rel: "canonical", href: location.origin + (page.canonical ?? path) }),
    );
  }
  if (page.jsonLd) {
    const block = element("script", { "data-page": "", type: "application/ld+json" });
    block.textContent = JSON.stringify(page.jsonLd);
    document.head.append(block);
  }
}

function body(page) {
  const links = ["/", "/bikes", "/repairs", "/journal", "/about", "/contact"].map((href) =>
    element("a", { href }, href === "/" ? "Home" : href.slice(1)),
  );
  const parts = page.blocks.map((block) => {
    if (block.h1) return element("h1", {}, block.h1);
    if (block.h2) return element("h2", {}, block.h2);
    if (block.h4) return element("h4", {}, block.h4);
    if (block.image)
      return element(
        "figure",
        {},
        element("img", {
          src: block.image,
          width: "640",
          height: "360",
          ...(block.alt === undefined ? {} : { alt: block.alt }),
        }),
      );
    if (block.links)
      return element("ul", {}, ...block.links.map(([href, text]) => element("li", {}, element("a", { href }, text))));
    return element("p", {}, block.p);
  });
  return [
    element("nav", {}, ...links),
    element("main", {}, ...parts),
    element("footer", {}, element("p", {}, "Saltmarsh Bikes is a made-up shop: the sample site of Crawlready.")),
  ];
}

async function show() {
  window.prerenderReady = false;
  const path = location.pathname;
  const answer = await fetch(`/api/page?path=${encodeURIComponent(path)}`);
  const page = await answer.json();
  head(page, path);
  root.replaceChildren(...body(page));
  window.prerenderReady = true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || link.origin !== location.origin) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  void show();
});
addEventListener("popstate", () => void show());
void show();
