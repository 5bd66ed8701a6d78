import { describe, expect, it } from "vitest";
import { ENGINES, type EngineName } from "./applications/engines.ts";
import { measureApplications, type ApplicationRow } from "./applications/measure.ts";

const isReport = process.env["FIDELITY"] === "1";
const resumes = process.env["RESUME"] === "1";
const only = process.env["APPLICATION"];
const engines = (process.env["ENGINES"]?.split(",") ?? Object.keys(ENGINES)) as EngineName[];

const percent = (share: number) => `${(share * 100).toFixed(1).padStart(5)} %`;

function report(rows: readonly ApplicationRow[]): void {
  for (const { name, engine, made, like } of rows) {
    const likeness = like ? `${percent(like.recall)} ${percent(like.precision)} ${like.differs.join(",")}` : "nothing";
    const requests = made.requests === undefined ? "" : ` ${made.requests} requests`;
    console.log(`${engine.padEnd(12)} ${String(made.ms).padStart(6)} ms ${likeness} ${name}${requests} ${made.reason}`);
  }
  for (const engine of engines) {
    const own = rows.filter((row) => row.engine === engine);
    const likes = own.flatMap(({ like }) => like ?? []);
    const whole = likes.filter(({ recall }) => recall >= 0.98).length;
    const exact = likes.filter(({ precision }) => precision >= 0.98).length;
    const heads = likes.filter(({ differs }) => differs.length === 0).length;
    const times = own.map(({ made }) => made.ms).toSorted((a, b) => a - b);
    const [median, late] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]];
    const requests = own.map(({ made }) => made.requests ?? 0).toSorted((a, b) => b - a);
    console.log(
      `${engine}: ${own.length} applications, ${likes.length} stored; recall ≥ 98 %: ${whole}, precision ≥ 98 %: ${exact}, head and links alike: ${heads}; median ${median} ms, 95 % ${late} ms; most requests ${requests.slice(0, 3).join(", ")}`,
    );
  }
}

/** `npm run fidelity` only: it needs packages from the npm registry. */
describe.runIf(isReport)("snapshots of applications from npm", () => {
  it("are whole and true", { timeout: 3_600_000 }, async () => {
    const { rows, empty } = await measureApplications(
      (name) => !only || new RegExp(only, "i").test(name),
      engines,
      resumes,
    );
    report(rows);
    expect(empty, "applications that show nothing measure nothing").toEqual([]);
    const faults = rows.filter(
      ({ engine, like }) => engine === "ours" && like && Math.min(like.recall, like.precision) < 0.9,
    );
    expect(faults.map(({ name, like }) => `${name}: ${percent(like!.recall)} ${percent(like!.precision)}`)).toEqual([]);
  });
});
