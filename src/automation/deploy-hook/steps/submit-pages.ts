import { homeOf } from "../../../web";
import { indexNowKey } from "../../../prerender";
import { StepRefused, StepDelayed, type TurnEnd } from "../core/deploy";
import { isIndexNowOn, MAX_SUBMITTED, submitToIndexNow } from "./index-now";
import { owedPages, payPages } from "../ledger/ledger-pages";
import { MORE, type TurnContext } from "./turns";

/**
 * Submits the changed pages to IndexNow, including those that an earlier deploy could not submit. A page is submitted
 * twice only if this step is interrupted between the response and its recording.
 */
export async function submitPages({ env, ledger, no, deploy, row, now }: TurnContext): Promise<TurnEnd> {
  if (!deploy.indexNow) return { kind: "done", note: "not requested" };
  if (!isIndexNowOn(env)) return { kind: "done", note: "this service has IndexNow turned off" };
  const key = await indexNowKey(env, row.id);
  if (key === null) return { kind: "done", note: "there is no key: AUTH_SECRET is not set" };
  const paths = owedPages(ledger.sql, MAX_SUBMITTED);
  if (paths.length === 0) return { kind: "done", note: deploy.counts.submitted === 0 ? "no page has changed" : null };
  const { origin, host } = homeOf(row.domain);
  const urlList = paths.map((path) => origin + path);
  const end = await submitToIndexNow(env, { host, key, keyLocation: `${origin}/${key}.txt`, urlList }, now);
  if (end.accepted) {
    // In one transaction, so that the ledger counts accepted pages once.
    ledger.change(no, (stored) => {
      const submitted = stored.counts.submitted + payPages(ledger.sql, paths);
      return { ...stored, counts: { ...stored.counts, submitted } };
    });
    return MORE;
  }
  const reason = `IndexNow answered ${end.status || "nothing"}${HINTS[end.status] ?? ""}; the next deploy will submit the remaining ${paths.length} pages`;
  if (end.passing) throw new StepDelayed(reason, end.retryAfterSeconds ?? 0);
  throw new StepRefused(reason);
}

const HINTS: Record<number, string> = {
  403: " (the key file was not found at keyLocation)",
  422: " (the pages don't belong to the host, or the key is wrong)",
};
