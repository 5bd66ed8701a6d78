// Keeps a part of a page up to date and leaves everything else as it is: `data-poll` is the page's address.

const EVERY_MS = 5_000;

for (const box of document.querySelectorAll<HTMLElement>("[data-poll][id]")) {
  const timer = setInterval(() => void again(), EVERY_MS);
  const again = async () => {
    if (document.hidden) return;
    const response = await fetch(box.dataset["poll"] ?? "").catch(() => null);
    if (!response?.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(box.id);
    if (!fresh) return;
    if (fresh.innerHTML !== box.innerHTML) box.replaceChildren(...fresh.childNodes);
    if (fresh.dataset["poll"] === undefined) clearInterval(timer);
  };
}
