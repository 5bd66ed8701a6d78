// A box over any page that searches while the reader types. Without scripts, its link opens the page of search.

const WAIT_MS = 300;
const searchLink = document.querySelector<HTMLAnchorElement>("a[data-search]");
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The box, made when it is first needed. */
let searchBox: { dialog: HTMLDialogElement; input: HTMLInputElement } | null = null;

function makeBox(source: HTMLAnchorElement) {
  const dialog = document.createElement("dialog");
  dialog.className = "search-box";
  dialog.setAttribute("aria-label", "Search");
  const form = document.createElement("form");
  form.action = new URL(source.href).pathname;
  const input = document.createElement("input");
  Object.assign(input, { type: "search", name: "q", maxLength: 100, autocomplete: "off" });
  input.placeholder = "Search pages, issues, prompts, settings, docs …";
  input.setAttribute("aria-label", "Search");
  const results = document.createElement("div");
  results.className = "results";
  form.append(input);
  for (const [name, value] of new URL(source.href).searchParams) {
    const hidden = document.createElement("input");
    Object.assign(hidden, { type: "hidden", name, value });
    form.append(hidden);
  }
  dialog.append(form, results);
  document.body.append(dialog);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const stops = [input, ...results.querySelectorAll<HTMLElement>("a")];
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
    event.preventDefault();
  });
  const show = searcher(source.href, results);
  input.addEventListener("input", () => show(input.value, WAIT_MS));
  show("", 0);
  return { dialog, input };
}

/** Shows the results of the latest search, a moment after it was typed. */
function searcher(page: string, results: HTMLElement) {
  let timer = 0;
  let asked = new AbortController();
  const load = async (text: string, signal: AbortSignal) => {
    const url = new URL(page);
    url.searchParams.set("q", text);
    const answer = await fetch(url, { signal });
    const found = new DOMParser()
      .parseFromString(await answer.text(), "text/html")
      .querySelector("[data-search-results]");
    if (signal.aborted) return;
    if (found) results.replaceChildren(...found.childNodes);
    // Whoever is signed out gets the page of the sign-in, which leads back.
    else if (answer.ok) location.assign(url);
    else results.textContent = "The search did not answer. Wait a moment, or press Enter to open its page.";
  };
  return (text: string, waitMs: number) => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    timer = setTimeout(() => {
      load(text, signal).catch(() => {
        if (!signal.aborted) results.textContent = "No connection. Press Enter to try the page of search.";
      });
    }, waitMs);
  };
}

function openSearch(source: HTMLAnchorElement): void {
  const field = document.querySelector("main [data-search-results]") && document.querySelector<HTMLInputElement>("#q");
  if (field) return field.select();
  searchBox ??= makeBox(source);
  if (!searchBox.dialog.open) searchBox.dialog.showModal();
  searchBox.input.select();
}

if (searchLink) {
  const key = searchLink.querySelector("kbd");
  if (key) {
    key.textContent = isMac ? "⌘ K" : "Ctrl K";
    key.hidden = false;
  }
  searchLink.setAttribute("aria-keyshortcuts", `${isMac ? "Meta" : "Control"}+K`);
  searchLink.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSearch(searchLink);
  });
  addEventListener("keydown", (event) => {
    const { key: pressed, ctrlKey, metaKey, altKey } = event;
    const isShortcut = pressed.toLowerCase() === "k" && (isMac ? metaKey : ctrlKey) && !altKey;
    if (!isShortcut) return;
    event.preventDefault();
    openSearch(searchLink);
  });
}
