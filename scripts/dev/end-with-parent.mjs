// A killed parent sends no notice, but the process then has a new parent id.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, 500);
timer.unref();
