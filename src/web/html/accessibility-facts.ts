/** Elements that have a fault: how many, and the first of them. */
export interface Faults {
  count: number;
  samples: string[];
}

/** Barriers for people who can't see a page or don't use a mouse, as far as they show without rendering. */
export interface AccessibilityFacts {
  /** Form fields without a label, buttons and headings without text, and frames without a title. */
  fields: Faults;
  buttons: Faults;
  headings: Faults;
  frames: Faults;
  /** Ids that a label or description refers to and that several elements have. */
  ambiguousIds: string[];
  /** Elements with a tabindex above 0. */
  tabindexes: Faults;
}

/** The facts of a page without elements. */
export function emptyAccessibility(): AccessibilityFacts {
  const none = (): Faults => ({ count: 0, samples: [] });
  return { fields: none(), buttons: none(), headings: none(), frames: none(), ambiguousIds: [], tabindexes: none() };
}
