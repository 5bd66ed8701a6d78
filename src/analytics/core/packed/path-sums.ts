import { NAMES, verdictOfName } from "./cell-keys";
import { VERDICTS } from "../verdict";

/** Adds up visits of one path by name, again and again without new memory. */
export class PathSums {
  readonly names: number[] = [];
  private readonly cache = new Float64Array(NAMES);
  private readonly render = new Float64Array(NAMES);
  private readonly has = new Uint8Array(NAMES);

  add(name: number, cache: number, render: number): void {
    if (this.has[name] === 0) {
      this.has[name] = 1;
      this.names.push(name);
    }
    this.cache[name]! += cache;
    this.render[name]! += render;
  }

  /** Appends `name, cache, render` per name to `to`, by name, and forgets them. */
  drain(to: { push: (...numbers: number[]) => unknown }): void {
    this.names.sort((a, b) => a - b);
    for (const name of this.names) {
      to.push(name, this.cache[name]!, this.render[name]!);
      this.cache[name] = this.render[name] = this.has[name] = 0;
    }
    this.names.length = 0;
  }

  /** The visits without spoofed ones. Forgets them. */
  takeHonest(): number {
    let sum = 0;
    for (const name of this.names) {
      if (verdictOfName(name) !== VERDICTS.spoofed) sum += this.cache[name]! + this.render[name]!;
      this.cache[name] = this.render[name] = this.has[name] = 0;
    }
    this.names.length = 0;
    return sum;
  }
}
