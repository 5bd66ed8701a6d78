/**
 * Reads what the browser noted while the page loaded (web.dev/articles/lcp, /cls), before anything is changed. Shifts after
 * an input, or after we made the window higher, do not count.
 */
export const VITALS = `
  const noted = (type) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return null;
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type, buffered: true });
    const entries = observer.takeRecords();
    observer.disconnect();
    return entries;
  };
  const worstWindow = (shifts) => {
    let worst = 0, sum = 0, first = -Infinity, last = -Infinity;
    for (const { startTime, value } of shifts) {
      const joins = startTime - last < 1000 && startTime - first < 5000;
      sum = joins ? sum + value : value;
      if (!joins) first = startTime;
      last = startTime;
      worst = Math.max(worst, sum);
    }
    return Math.round(worst * 1000) / 1000;
  };
  let vitals = { lcpMs: null, cls: null };
  try {
    const paint = noted("largest-contentful-paint")?.at(-1);
    const shifts = noted("layout-shift");
    vitals = {
      lcpMs: paint ? Math.round(paint.startTime) : null,
      cls: shifts && worstWindow(shifts.filter(({ hadRecentInput }) => !hadRecentInput)),
    };
  } catch {}`;
