// Plain JavaScript, because its packages, and so their types, are there only after `npm run mutants` has installed them.
export { Stryker } from "@stryker-mutator/core";
export { Instrumenter } from "@stryker-mutator/instrumenter";
