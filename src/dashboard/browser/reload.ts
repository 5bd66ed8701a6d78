// Loads a page again while work is under way that sends no events. Waits while the page is hidden or a form is being filled in.

const box = document.querySelector<HTMLElement>("[data-reload]");
if (box) {
  const again = () => {
    const busy = document.hidden || document.activeElement?.closest("form, details[open]");
    if (!busy) location.reload();
  };
  setInterval(again, Math.max(3, Number(box.dataset["reload"]) || 60) * 1_000);
}
