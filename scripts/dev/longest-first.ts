import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest on a quiet machine, longest first: one of them at the end would leave the other core idle. */
const LONGEST = [
  "e2e/hostile",
  "e2e/prompt-crash",
  "e2e/deploy",
  "e2e/failures",
  "e2e/browsers",
  "e2e/crash",
  "e2e/fairness",
  "worker/labelled-site",
  "worker/prompt-schedule",
  "worker/audit-life",
  "worker/operator",
  "worker/watch",
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
