// A parent that is killed tells nobody: whoever adopts us shows it.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, 500);
timer.unref();
