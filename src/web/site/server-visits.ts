import { serverName } from "../../lib/hosts/server-name";

/** Counts requests to other people's servers, which files such as robots.txt can name as often as they like. */
export class ServerVisits {
  private readonly counts = new Map<string, number>();

  /** `own`: hosts (with port) that are not counted. */
  constructor(
    private readonly own: ReadonlySet<string>,
    private readonly most: number,
  ) {}

  /** Whether one more request to a URL's server is allowed. Counts it. */
  take({ host }: URL): boolean {
    if (this.own.has(host)) return true;
    const name = serverName(host);
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count <= this.most;
  }
}
