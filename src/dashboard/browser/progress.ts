// Shows work while it is done: see Progress in ui/panels.tsx.

for (const box of document.querySelectorAll<HTMLElement>("[data-progress]")) {
  const events = new EventSource(box.dataset["progress"] ?? "");
  events.addEventListener("progress", ({ data }: MessageEvent<string>) => show(box, JSON.parse(data)));
  events.addEventListener("end", () => {
    events.close();
    location.reload();
  });
}

function show(box: HTMLElement, state: Record<string, unknown>): void {
  for (const place of box.querySelectorAll<HTMLElement>("[data-field]")) {
    const value = state[place.dataset["field"] ?? ""];
    if (typeof value !== "number" && typeof value !== "string") continue;
    const max = state[place.dataset["maxField"] ?? ""];
    if (place instanceof HTMLProgressElement && typeof max === "number") place.max = Math.max(1, max);
    if (place instanceof HTMLProgressElement) place.value = Number(value);
    else place.textContent = typeof value === "number" ? value.toLocaleString() : (place.dataset[value] ?? value);
  }
}
