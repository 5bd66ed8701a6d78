/** Divides the time in which a browser is open among those who render in it. Times are epoch ms. */
export class SharedTime {
  private readonly users: string[] = [];
  private since: number | null = null;

  /** `spend` gets each part: whose it is ("": nobody's, the browser waited) and how many ms. */
  constructor(private readonly spend: (user: string, ms: number) => void) {}

  begin(user: string, now: number): void {
    this.divide(now);
    this.since = now;
    this.users.push(user);
  }

  end(user: string, now: number): void {
    this.divide(now);
    this.users.splice(this.users.indexOf(user), 1);
  }

  /** Call regularly. `isOpen`: there is a browser. */
  tick(now: number, isOpen: boolean): void {
    this.divide(now);
    if (!isOpen && this.users.length === 0) this.since = null;
  }

  private divide(now: number): void {
    if (this.since === null) return;
    const ms = Math.max(0, now - this.since);
    this.since = now;
    const users = this.users.length === 0 ? [""] : this.users;
    for (const user of users) this.spend(user, ms / users.length);
  }
}
