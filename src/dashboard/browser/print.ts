// The button of a page that is made to be printed. Without scripts, the browser's own menu prints it.

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
