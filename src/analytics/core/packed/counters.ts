/** Sums by key. Keys have no tab and no line break. */
export type Counters = Map<string, number[]>;

/** Adds `values` to those of a key. */
export function addCounter(counters: Counters, key: string, values: readonly number[]): void {
  const known = counters.get(key);
  if (known) for (let i = 0; i < values.length; i++) known[i]! += values[i]!;
  else counters.set(key, [...values]);
}

/** The packed form: a line per key, in their order. In parts of about `partLength` characters. */
export function packCounters(counters: Counters, partLength: number): string[] {
  const parts: string[] = [];
  let part = "";
  for (const key of [...counters.keys()].sort()) {
    part += `${key}\t${counters.get(key)!.join(",")}\n`;
    if (part.length < partLength) continue;
    parts.push(part);
    part = "";
  }
  if (part !== "") parts.push(part);
  return parts;
}

/** Adds a packed part's sums whose keys begin with `kind`. */
export function addPacked(counters: Counters, text: string, kind = ""): void {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    if (text.startsWith(kind, from)) {
      const tab = text.indexOf("\t", from);
      addCounter(
        counters,
        text.slice(from, tab),
        text
          .slice(tab + 1, end)
          .split(",")
          .map(Number),
      );
    }
    from = end + 1;
  }
}
