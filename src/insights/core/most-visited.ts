/** Visits to one page, by crawler. */
interface PageVisits<T> {
  visits: number;
  rows: T[];
}

/** Collects rows of visits, and keeps those of the most visited pages: about `most` rows. */
export class MostVisited<T extends { visits: number }> {
  /** Visits of all rows, of kept ones and of others. */
  total = 0;
  private pages: Array<PageVisits<T>> = [];
  private size = 0;

  constructor(private readonly most: number) {}

  /** All rows of one page. */
  add(rows: T[]): void {
    if (rows.length === 0) return;
    const visits = rows.reduce((sum, row) => sum + row.visits, 0);
    this.total += visits;
    this.size += rows.length;
    this.pages.push({ visits, rows });
    if (this.size > 2 * this.most) this.cut();
  }

  rows(): T[] {
    this.cut();
    return this.pages.flatMap(({ rows }) => rows);
  }

  private cut(): void {
    if (this.size <= this.most) return;
    this.size = 0;
    this.pages = this.pages
      .toSorted((a, b) => b.visits - a.visits)
      .filter(({ rows }) => (this.size += rows.length) <= this.most);
    this.size = this.pages.reduce((sum, { rows }) => sum + rows.length, 0);
  }
}
