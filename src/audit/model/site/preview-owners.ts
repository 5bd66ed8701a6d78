const SHARED = -1;

/** Which share tags belong to one page alone. Keeps one or two numbers per page, no texts. */
export class PreviewOwners {
  private readonly owners = new Map<number, number>();

  /** `preview`: hash53 of the tags, null without any; `page`: the same number for every URL of a page. */
  add(preview: number | null, page: number): void {
    if (preview === null) return;
    const owner = this.owners.get(preview) ?? page;
    this.owners.set(preview, owner === page ? page : SHARED);
  }

  isShared(preview: number | null): boolean {
    return preview !== null && this.owners.get(preview) === SHARED;
  }
}
