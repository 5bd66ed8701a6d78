/** A rule that protects a customer, taken out of the code: `find`, which stands once in `file`, becomes `replace`. */
export interface GuardMutant {
  guard: string;
  file: string;
  find: string;
  replace: string;
  /** The test files that must notice it. */
  tests: readonly string[];
  /** A part of the names of the tests that must notice it, to run no others; absent: all of the files. */
  named?: string;
}
