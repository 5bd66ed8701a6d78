import type { Window } from "../../analytics";

/** A window's bounds; `to` is midnight after the last day. */
export function presentWindow({ days, from, to }: Window) {
  return { days, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
