import { hash53 } from "../../../lib/crypto/hash";
import type { AnswerFact } from "../statistics/fact";
import { DETECTORS, VISIBILITY_DETECTORS } from "./detectors";
import type { Detection, Parts } from "./detectors/define";
import { adviceOn } from "./advice";
import { isResolved } from "./is-resolved";
import type { ActionItem } from "./figures/schema";
import type { Scene } from "./figures/scene";

const MAX_ITEMS = 20;
const MAX_EVIDENCE = 5;
const MAX_PROMPTS = 50;
const MAX_TEXTS = 10;

/** The id stays the same across reports for the same rule and entity. */
function idOf({ rule, entity }: Detection): string {
  return hash53(`${rule}\n${entity}`).toString(36);
}

function priorityOf(impact: number): ActionItem["priority"] {
  return impact >= 70 ? "high" : impact >= 40 ? "medium" : "low";
}

/** Quotes and URLs are filled in later from the stored answers (see fill-evidence.ts). */
function evidenceOf(
  { promptId, runId, provider }: AnswerFact,
  url: string | undefined,
): ActionItem["evidence"][number] {
  return { promptId, runId, provider, quote: "", url: url ?? "" };
}

/** Answers in turn by prompt and by provider, so that the first ones differ. */
function different(answers: readonly AnswerFact[]): AnswerFact[] {
  const seen = new Map<string, number>();
  const turnOf = (key: string) => {
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    return turn;
  };
  return answers
    .map((answer) => ({
      answer,
      turn: 1000 * turnOf(`${answer.provider} ${answer.promptId}`) + turnOf(answer.provider),
    }))
    .sort((x, y) => x.turn - y.turn)
    .map(({ answer }) => answer);
}

function itemOf(finding: Detection, scene: Scene, before: ReadonlyMap<string, ActionItem>): ActionItem {
  const id = idOf(finding);
  const earlier = before.get(id);
  const continues = earlier !== undefined && earlier.status !== "resolved";
  const answers = different(finding.answers ?? []).slice(0, MAX_EVIDENCE);
  const promptIds = (finding.promptIds ?? []).slice(0, MAX_PROMPTS);
  return {
    id,
    rule: finding.rule,
    priority: priorityOf(finding.impact),
    impact: finding.impact,
    title: finding.title,
    detail: finding.detail,
    numbers: finding.numbers,
    providers: finding.providers ?? [],
    promptIds,
    prompts: promptIds.slice(0, MAX_TEXTS).flatMap((promptId) => {
      const prompt = scene.prompts.find((each) => each.id === promptId);
      return prompt ? [{ id: promptId, text: prompt.text }] : [];
    }),
    ...(finding.source === undefined ? {} : { source: finding.source }),
    ...(finding.rival === undefined ? {} : { rival: finding.rival }),
    ...adviceOn(finding, scene.domain),
    evidence: answers.map((answer) => evidenceOf(answer, finding.url)),
    firstSeen: continues ? earlier.firstSeen : scene.window.to,
    status: continues ? "continuing" : "new",
  };
}

/**
 * Action items, highest impact first, followed by those of the previous report that got better. At most 20. `fair`: what
 * rules about visibility judge, without prompts that name the brand.
 */
export function actionItems(scene: Scene, parts: Parts, fair: { scene: Scene; parts: Parts }): ActionItem[] {
  const before = new Map(scene.previousActions.map((item) => [item.id, item]));
  const found = DETECTORS.flatMap((detect) =>
    VISIBILITY_DETECTORS.has(detect) ? detect(fair.scene, fair.parts) : detect(scene, parts),
  )
    .map((finding) => itemOf(finding, scene, before))
    .sort((a, b) => b.impact - a.impact || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_ITEMS);
  const still = new Set(found.map(({ id }) => id));
  const resolved = scene.previousActions
    .filter((item) => item.status !== "resolved" && !still.has(item.id) && isResolved(item, scene, found))
    .map((item): ActionItem => Object.assign({}, item, { status: "resolved", evidence: [] }));
  return [...found, ...resolved].slice(0, MAX_ITEMS);
}
