import { useContext } from "hono/jsx";
import { formatNumber, LocaleContext } from "../../ui/format";
import type { RunFacts } from "./figures";

/** A change since the previous run, with its sign, so that colour alone carries no meaning. */
export function ScoreChange({ value, better = "more" }: { value: number; better?: "more" | "less" }) {
  const locale = useContext(LocaleContext);
  if (value === 0) return <span class="muted">no change</span>;
  const good = value > 0 === (better === "more");
  return (
    <span class={`number ${good ? "better" : "worse"}`}>
      {value > 0 ? "▲ +" : "▼ −"}
      {formatNumber(Math.abs(value), locale, false, 1)}
    </span>
  );
}

/** How a run's Health differs from the run before; a dash if they can't be compared. */
export function HealthChange({ run }: { run: Pick<RunFacts, "crawlStats"> }) {
  const change = run.crawlStats.deltaSiteScore;
  return change === null || change === undefined ? <>–</> : <ScoreChange value={change} />;
}
