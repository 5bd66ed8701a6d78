import { Count } from "../../../ui/format";
import { Untrusted } from "../../../ui/untrusted";
import type { RunPage } from "../parts/words";

const SHOWN = 5;

/** What a check found on a page, what it expected, and a few examples. */
export function FoundDetail({ detail }: { detail: RunPage["issues"][number]["detail"] | undefined }) {
  if (!detail) return <span class="muted">no details</span>;
  const { found, expected, count, samples = [] } = detail;
  return (
    <div class="evidence">
      <div>
        <Untrusted text={found} max={300} />
        {count !== undefined && !found.includes(String(count)) && (
          <>
            {" "}
            (<Count value={count} one="time" many="times" />)
          </>
        )}
      </div>
      <div class="muted">
        Expected: <Untrusted text={expected} max={300} />
      </div>
      {samples.length > 0 && (
        <ul class="paths">
          {samples.slice(0, SHOWN).map((sample) => (
            <li>
              <Untrusted text={sample} max={200} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
