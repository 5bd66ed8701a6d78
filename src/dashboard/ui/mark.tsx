/** The mark: the path of a crawler through a page, which ends in a tick. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <rect class="mark-ground" x="1" y="1" width="30" height="30" rx="8" />
      <path class="mark-line" d="M8 10h9a4 4 0 0 1 0 8h-4.5" />
      <path class="mark-tick" d="M9.5 18.5l4.5 5L25 11.5" />
      <circle class="mark-dot" cx="8" cy="10" r="2" />
    </svg>
  );
}

export function Wordmark({ href }: { href: string }) {
  return (
    <a class="wordmark" href={href}>
      <Mark />
      <span>Crawlready</span>
    </a>
  );
}
