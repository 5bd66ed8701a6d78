import { spawnSync } from "node:child_process";
import { openSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";

/** The clock of the processes that get its `variables`. */
export interface Clock {
  variables: Record<string, string>;
  shiftMs: () => number;
  /** Sets it forward, or back if negative. */
  jump: (seconds: number) => void;
  /** Sets it to the latest time that it has shown. */
  catchUp: () => void;
}

/** Needs Linux and a C compiler. libfaketime keeps workerd from starting, because it also changes timers. */
export function startClock(folder: string): Clock {
  const library = path.join(folder, "clock.so");
  const source = path.join(import.meta.dirname, "clock.c");
  const built = spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`A clock that jumps needs a C compiler. ${built.error ?? built.stderr}`);
  const file = path.join(folder, "clock-shift");
  writeFileSync(file, Buffer.alloc(8));
  const handle = openSync(file, "r+");
  let [seconds, latest] = [0, 0];
  const set = (value: number) => {
    seconds = value;
    latest = Math.max(latest, value);
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    writeSync(handle, bytes, 0, 8, 0);
  };
  return {
    variables: { LD_PRELOAD: library, CLOCK_SHIFT_FILE: file },
    shiftMs: () => seconds * 1_000,
    jump: (by) => set(seconds + by),
    catchUp: () => set(latest),
  };
}
