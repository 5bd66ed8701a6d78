/** Finds values by a name in a page, in upper or lower case, without copying the name. */
export class NameTable<T> {
  private readonly names: string[];
  private readonly values: T[] = [];
  private readonly mask: number;

  /** Names in lower case. */
  constructor(entries: ReadonlyArray<readonly [name: string, value: T]>) {
    let size = 64;
    while (size < 4 * entries.length) size *= 2;
    this.mask = size - 1;
    this.names = Array.from({ length: size }, () => "");
    for (const [name, value] of entries) {
      let slot = this.slotOf(name, 0, name.length);
      while (this.names[slot] !== "" && this.names[slot] !== name) slot = (slot + 1) & this.mask;
      this.names[slot] = name;
      this.values[slot] = value;
    }
  }

  /** The value of the name from `start` to `end`. */
  find(html: string, start: number, end: number): T | undefined {
    for (let slot = this.slotOf(html, start, end); ; slot = (slot + 1) & this.mask) {
      const name = this.names[slot]!;
      if (name === "") return undefined;
      if (name.length === end - start && isName(html, start, name)) return this.values[slot];
    }
  }

  /** Where to begin looking for a name: by its length and three of its characters. */
  private slotOf(text: string, start: number, end: number): number {
    const first = text.charCodeAt(start) | 32;
    const middle = text.charCodeAt((start + end) >> 1) | 32;
    const last = text.charCodeAt(end - 1) | 32;
    return (5 * first + 11 * middle + 23 * last + 7 * (end - start)) & this.mask;
  }
}

/** Whether the page has this name, in lower case, at `start`. */
function isName(html: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = html.charCodeAt(start + i);
    const isUpper = code >= 65 && code <= 90;
    if ((isUpper ? code | 32 : code) !== name.charCodeAt(i)) return false;
  }
  return true;
}

/** Finds the names themselves. */
export function nameTable(names: readonly string[]): NameTable<string> {
  return new NameTable(names.map((name) => [name, name] as const));
}
