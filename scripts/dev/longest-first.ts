import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files on an idle machine, longest first. If one of them ran last, the other core would be idle. */
const LONGEST = [
  "e2e/failures.waiting",
  "e2e/dashboard",
  "shared/labelled-rendered",
  "e2e/browsers",
  "e2e/deploy",
  "e2e/service",
  "e2e/crash.waiting",
  "worker/mentions/prompt-schedule.own",
  "worker/audit/audit-life.own",
  "worker/accounts/operator.own",
  "worker/audit/watch.own",
  "unit/security/asymptotic.heavy",
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
