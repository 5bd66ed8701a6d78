export { StepBudget, StepsUsedUp } from "./budget";
export { PageTree } from "./page-tree";
export { PatternSearch } from "./pattern";
export { parsePattern, type Pattern } from "./pattern-program";
export { XPathReader } from "./xpath";
export { parseXPath, type XPath } from "./xpath-syntax";
