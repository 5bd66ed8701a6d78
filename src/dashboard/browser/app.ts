// On every page: times in the reader's zone, copy buttons, menus that close, filters that apply.

import "./filters";
import { whenShown } from "./shown";

const local = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

whenShown((root) => {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    time.title = time.textContent.trim();
    time.textContent = local.format(new Date(time.dateTime));
  }
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-day]"))
    time.textContent = utcDay.format(new Date(time.dateTime));
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(button.dataset["copy"] ?? "").then(
        () => say(button, "Copied"),
        () => say(button, "Select it instead"),
      );
    });
  }
});

function say(button: HTMLButtonElement, text: string): void {
  const before = button.textContent;
  button.textContent = text;
  button.setAttribute("aria-live", "polite");
  setTimeout(() => (button.textContent = before), 2_000);
}

const menus = () => document.querySelectorAll<HTMLDetailsElement>("details.menu");
addEventListener("click", ({ target }) => {
  for (const menu of menus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of menus()) {
    if (menu.open && menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
});
