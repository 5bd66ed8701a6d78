import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files on an idle machine, longest first. If one of them ran last, the other core would be idle. */
const LONGEST = [
  "e2e/hostile",
  "e2e/prompt-crash",
  "e2e/failures",
  "e2e/dashboard",
  "shared/labelled-rendered",
  "e2e/renderer-escapes",
  "e2e/browsers",
  "e2e/deploy",
  "e2e/service",
  "e2e/crash",
  "e2e/fairness",
  "worker/labelled-site",
  "worker/prompt-schedule",
  "worker/audit-life",
  "worker/operator",
  "worker/watch",
  "unit/security/asymptotic",
];

/** Vitest takes file durations only from its cache, which a fresh checkout lacks. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.replaceAll("\\", "/").endsWith(`test/${name}.test.ts`));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
