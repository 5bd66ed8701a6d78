/**
 * How many seconds a response asks to wait before the request is repeated; 0 for a date in the past. Null if it does not
 * say, or says neither whole seconds nor a date in the form of RFC 9110 §5.6.7 (`Sun, 06 Nov 1994 08:49:37 GMT`).
 */
export function retryAfterSecondsOf({ headers }: Response): number | null {
  const told = headers.get("retry-after");
  if (told === null) return null;
  if (/^\d+$/.test(told)) return Number(told);
  const until = Date.parse(told);
  // Date.parse reads much more than dates of this form: `-1` is a day in 2001.
  if (Number.isNaN(until) || told.length !== IMF_FIXDATE_LENGTH || new Date(until).toUTCString() !== told) return null;
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

const IMF_FIXDATE_LENGTH = 29;
