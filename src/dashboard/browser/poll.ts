// Keeps a part of a page up to date and leaves everything else as it is: `data-poll` is the page's address.

import { tellShown } from "./shown";

const EVERY_MS = 5_000;

for (const box of document.querySelectorAll<HTMLElement>("[data-poll][id]")) {
  // What the server sent: scripts have changed what is shown since.
  let shown = "";
  const timer = setInterval(() => void again(), EVERY_MS);
  const again = async () => {
    if (document.hidden) return;
    const response = await fetch(box.dataset["poll"] ?? "").catch(() => null);
    if (!response?.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(box.id);
    if (!fresh) return;
    if (fresh.innerHTML !== shown) {
      shown = fresh.innerHTML;
      box.replaceChildren(...fresh.childNodes);
      tellShown(box);
    }
    if (fresh.dataset["poll"] === undefined) clearInterval(timer);
  };
}
