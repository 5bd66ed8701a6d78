// Applies filters when they change: fetches the page that the form leads to and shows its content. Without scripts, the
// form's button does.

import { tellShown } from "./shown";

const WAIT_MS = 350;
/** Marks the entries of the history that a filter has made. */
const STATE = { filtered: true };
let asked = new AbortController();

async function apply(form: HTMLFormElement): Promise<void> {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "") url.searchParams.append(name, value);
  const answer = await fetch(url, { signal });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const main = document.querySelector("main");
  if (signal.aborted) return;
  // Signed out, or something else that is a page of its own.
  if (!fresh || !main || answer.redirected || !answer.headers.get("content-type")?.startsWith("text/html"))
    return location.assign(url);
  show(main, fresh);
  history.replaceState(STATE, "");
  history.pushState(STATE, "", url);
}

/** Shows another content in the place of this, with the focus where it was. */
function show(main: HTMLElement, fresh: HTMLElement): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const key = focused?.id || null;
  const { name, value, type } = (focused ?? {}) as HTMLInputElement;
  const caret = type === "search" || type === "text" ? (focused as HTMLInputElement).selectionStart : null;
  const open = [...main.querySelectorAll("details.columns")].map((each) => (each as HTMLDetailsElement).open);
  main.replaceChildren(...fresh.childNodes);
  main.querySelectorAll("details.columns").forEach((each, i) => ((each as HTMLDetailsElement).open = open[i] ?? false));
  const again =
    (key && document.getElementById(key)) ||
    (type === "checkbox" &&
      [...main.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].find((each) => each.value === value));
  if (again) again.focus();
  if (again instanceof HTMLInputElement && caret !== null) {
    again.value = value;
    again.setSelectionRange(caret, caret);
  }
  tellShown(main);
  say(main.querySelector("[data-list-count]")?.textContent ?? main.querySelector(".empty-title")?.textContent ?? "");
}

/** What has changed, for who does not see it. */
function say(text: string): void {
  let status = document.querySelector("#list-status");
  if (!status) {
    status = document.createElement("p");
    status.id = "list-status";
    status.className = "visually-hidden";
    status.setAttribute("role", "status");
    document.body.append(status);
  }
  status.textContent = text;
}

const formOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLFormElement>("form[data-apply]") : null;

let timer = 0;
const soon = (form: HTMLFormElement, ms: number) => {
  clearTimeout(timer);
  timer = setTimeout(() => void apply(form).catch(() => {}), ms);
};

addEventListener("change", (event) => {
  const form = formOf(event);
  if (form) soon(form, 0);
});
addEventListener("input", (event) => {
  const form = formOf(event);
  if (form && (event.target as HTMLInputElement).type === "search") soon(form, WAIT_MS);
});
addEventListener("submit", (event) => {
  const form = formOf(event);
  if (!form) return;
  event.preventDefault();
  soon(form, 0);
});
// A way back or forth between parts of a page is not ours.
addEventListener("popstate", ({ state }) => {
  if ((state as typeof STATE | null)?.filtered) location.reload();
});
document.documentElement.classList.add("applies");
