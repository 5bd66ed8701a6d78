import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files on an idle machine, longest first. If one of them ran last, the other core would be idle. */
const LONGEST = [
  "e2e/dashboard",
  "e2e/service.waiting",
  "e2e/failures.waiting",
  "e2e/browsers",
  "shared/render",
  "shared/labelled-rendered",
  "worker/usage/unit-costs.own",
  "worker/matrix/matrix.own",
  "worker/accounts/hostnames.own",
  "worker/audit/audit-life.own",
  "worker/prerender/leases.own",
  "unit/security/asymptotic.heavy",
];

/**
 * Worker tests that begin with nothing stored come before those that find what others left, so that little is reset.
 * Vitest takes file durations only from its cache, which a fresh checkout lacks.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.replaceAll("\\", "/").endsWith(`test/${name}.test.ts`));
      return index === -1 ? LONGEST.length : index;
    };
    const sharing = ({ moduleId }: TestSpecification) => (moduleId.endsWith(".own.test.ts") ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b) || sharing(a) - sharing(b));
  }
}
