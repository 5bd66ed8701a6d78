/** The drawings of 24 by 24 units, in lines of the text's colour. */
const DRAWINGS = {
  today: "M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5h-5v5H5a1 1 0 0 1-1-1z",
  audits: "M9 4h6v3H9zM15 5.5h3V20H6V5.5h3M9 14l2 2 4-4.5",
  cache: "m12 4 8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4",
  crawlers: "M4 13h4l2.5-7 3.5 12 2.5-5H20",
  mentions: "M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM8 9h8M8 12h5",
  inspect: "M10.5 5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zm4 9.5L20 20",
  settings:
    "M4 7h9m4 0h3M4 17h3m4 0h9M15 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM9 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
  up: "m7 14 5-5 5 5",
  down: "m7 10 5 5 5-5",
  sort: "m8 9 4-4 4 4M8 15l4 4 4-4",
  download: "M12 4v11m-4.5-4 4.5 4.5 4.5-4.5M5 20h14",
  columns: "M4 5h16v14H4zM9.5 5v14m5-14v14",
  good: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm-3.5 8 2.5 2.5 4.5-5",
  bad: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4v5m0 3v.2",
  warn: "M12 4.5 21 20H3zM12 10v4.5m0 2.6v.2",
  info: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 7v5m0-8.2V8",
} as const;

export type IconName = keyof typeof DRAWINGS;
export const ICON_NAMES = Object.keys(DRAWINGS) as IconName[];

/** A small drawing beside the words that say the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
    <path d={DRAWINGS[name]} />
  </svg>
);
