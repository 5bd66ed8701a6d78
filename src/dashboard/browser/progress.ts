// Shows work while it is done: see Progress in ui/panels.tsx.

for (const box of document.querySelectorAll<HTMLElement>("[data-progress]")) {
  const { progress: source = "", doneField = "", doneWhen = "" } = box.dataset;
  const events = new EventSource(source);
  const show = ({ data }: MessageEvent<string>) => {
    const state = JSON.parse(data) as Record<string, unknown>;
    for (const place of box.querySelectorAll<HTMLElement>("[data-field]")) {
      const value = state[place.dataset["field"] ?? ""];
      if (typeof value !== "number" && typeof value !== "string") continue;
      if (place instanceof HTMLProgressElement) place.value = Number(value);
      else place.textContent = typeof value === "number" ? value.toLocaleString() : value;
    }
    if (!doneWhen.split(" ").includes(String(state[doneField]))) return;
    events.close();
    location.reload();
  };
  events.addEventListener("message", show);
  events.addEventListener("progress", show as EventListener);
}
