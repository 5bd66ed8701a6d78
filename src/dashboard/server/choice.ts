/** What a link or a filter chose of some options; undefined for none of them. */
export function choiceOf<T extends string>(given: string | undefined, options: readonly T[]): T | undefined {
  return options.find((each) => each === given);
}
