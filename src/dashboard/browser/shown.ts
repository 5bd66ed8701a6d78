// Content that comes into a page later is set up like what was there from the start.

const EVENT = "crawlready:shown";

/** Sets up the page, and what `tellShown` says has come into it. */
export function whenShown(setUp: (root: ParentNode) => void): void {
  setUp(document);
  document.addEventListener(EVENT, ({ target }) => setUp(target as Element));
}

export const tellShown = (root: Element) => root.dispatchEvent(new Event(EVENT, { bubbles: true }));
