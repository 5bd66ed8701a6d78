/**
 * How a visit became known: it passed through this service, its site reported it, or it is from an imported log. The
 * order is stored.
 */
export const VISIT_WAYS = ["connected", "reported", "imported"] as const;
export type VisitWay = (typeof VISIT_WAYS)[number];
