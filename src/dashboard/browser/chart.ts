// Shows the figures under the pointer, from the table of ui/chart.tsx. The server has drawn the chart.

import { whenShown } from "./shown";

whenShown((root) => {
  for (const chart of root.querySelectorAll<HTMLElement>("[data-chart]")) follow(chart);
});

function follow(chart: HTMLElement): void {
  const places = (chart.dataset["chart"] ?? "").split(" ").map(Number);
  const now = chart.querySelector<HTMLElement>("[data-chart-now]");
  const names = [...chart.querySelectorAll("thead th")].slice(1).map((cell) => cell.textContent.trim());
  // The table begins with the latest.
  const rows = [...chart.querySelectorAll("tbody tr")].reverse();
  const guides = chart.querySelectorAll<SVGLineElement>("[data-chart-line]");
  if (!now) return;

  const show = (at: number) => {
    const [day, ...figures] = [...(rows[at]?.children ?? [])].map((cell) => cell.textContent.trim());
    const shown = figures.map((figure, i) => (names.length > 1 ? `${names[i]} ${figure}` : figure));
    now.textContent = `${day}: ${shown.join(", ")}`;
    now.hidden = false;
    for (const guide of guides) {
      guide.removeAttribute("hidden");
      guide.setAttribute("x1", `${places[at]}%`);
      guide.setAttribute("x2", `${places[at]}%`);
    }
  };
  const hide = () => {
    now.hidden = true;
    for (const guide of guides) guide.setAttribute("hidden", "");
  };
  for (const area of chart.querySelectorAll<SVGElement>(".plot-area")) {
    area.addEventListener("pointermove", ({ clientX }) => {
      const { left, width } = area.getBoundingClientRect();
      const x = ((clientX - left) / width) * 100;
      const distances = places.map((place) => Math.abs(place - x));
      show(distances.indexOf(Math.min(...distances)));
    });
    area.addEventListener("pointerleave", hide);
  }
}
