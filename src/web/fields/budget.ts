/** Characters that are read or compared in one step. */
export const CHARS_PER_STEP = 64;

/** Thrown when reading a page's fields takes more steps than it may. */
export class StepsUsedUp extends Error {}

/** The steps that may be taken on one page. Whoever wrote the page must not decide how long reading it takes. */
export class StepBudget {
  constructor(private left: number) {}

  /** @throws StepsUsedUp */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new StepsUsedUp();
  }
}
