// Narrows a list while the reader types. Without scripts, the form sends the search and the server hides the rest.

for (const box of document.querySelectorAll<HTMLElement>("[data-filter]")) {
  const input = box.querySelector<HTMLInputElement>("input[type=search]");
  const count = box.querySelector<HTMLElement>("[data-filter-count]");
  const none = box.querySelector<HTMLElement>("[data-filter-empty]");
  const groups = [...box.querySelectorAll<HTMLElement>("[data-filter-group]")];
  const items = [...box.querySelectorAll<HTMLElement>("[data-filter-item]")];
  const texts = new Map(items.map((item) => [item, `${item.textContent} ${item.dataset["filterItem"]}`.toLowerCase()]));
  if (!input) continue;

  const narrow = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const item of items) item.hidden = !words.every((word) => texts.get(item)!.includes(word));
    for (const group of groups) group.hidden = !group.querySelector("[data-filter-item]:not([hidden])");
    const shown = items.filter((item) => !item.hidden).length;
    if (none) none.hidden = shown > 0;
    if (count) count.textContent = shown < items.length ? `${shown} of ${items.length}` : "";
    const url = new URL(location.href);
    if (input.value.trim() === "") url.searchParams.delete(input.name);
    else url.searchParams.set(input.name, input.value.trim());
    history.replaceState(null, "", url);
  };
  input.addEventListener("input", narrow);
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  // A browser that goes back fills in what was typed before.
  if (input.value !== input.defaultValue) narrow();
}
