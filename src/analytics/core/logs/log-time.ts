const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** `10/Oct/2026:13:55:36 +0200`. */
const LOCAL = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;

/** Many lines in a row have the same second. */
let lastTime = { text: "", at: NaN };

/** Epoch ms of `$time_local` or of ISO 8601, whose fraction may follow a comma; NaN if it is neither. */
export function logTime(text: string): number {
  if (text === lastTime.text) return lastTime.at;
  const [, day, month, year, clock, hours, minutes] = LOCAL.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month ?? "") + 1).padStart(2, "0");
  const iso = text.replace(/(:\d{2}),(\d)/, "$1.$2");
  const at = Date.parse(day === undefined ? iso : `${year}-${number}-${day}T${clock}${hours}:${minutes}`);
  lastTime = { text, at };
  return at;
}
