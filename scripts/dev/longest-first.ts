import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest on a quiet machine, longest first: one of them at the end would leave the other core idle. */
const LONGEST = [
  "e2e/renderer-escapes",
  "e2e/browsers",
  "e2e/prompt-crash",
  "e2e/hostile",
  "e2e/fairness",
  "e2e/deploy",
  "worker/prompt-schedule",
  "worker/history",
  "worker/labelled-site",
  "unit/security/asymptotic",
];

/** Vitest's order knows how long files took in its cache alone, which a fresh checkout lacks. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.replaceAll("\\", "/").endsWith(`test/${name}.test.ts`));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
