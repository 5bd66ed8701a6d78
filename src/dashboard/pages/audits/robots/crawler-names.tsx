import { Num } from "../../../ui/format";
import { Untrusted } from "../../../ui/untrusted";

const SHOWN = 12;

const Names = ({ names }: { names: readonly string[] }) => <Untrusted text={names.join(", ")} max={20_000} />;

/** Crawlers that are treated alike: the first few, and the others on demand. */
export function CrawlerNames({ names }: { names: readonly string[] }) {
  if (names.length <= SHOWN) return <Names names={names} />;
  return (
    <details class="more">
      <summary>
        <Names names={names.slice(0, SHOWN)} /> and <Num value={names.length - SHOWN} /> more
      </summary>
      <Names names={names.slice(SHOWN)} />
    </details>
  );
}

/** Items with the same key together, largest group first. */
export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()].sort((a, b) => b.length - a.length);
}
