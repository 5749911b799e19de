/** The thread of `watched`: receives name and limit of the work that runs, or null when it has returned. */
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const MAX_GROWN_BYTES = 2 ** 30;
const INTERVAL_MS = 500;

let watching = null;
parentPort?.on('message', (work) => {
  clearInterval(watching ?? undefined);
  watching = work === null ? null : watch(work);
});

function watch({ name, maxSeconds }) {
  const [cpu, rss] = [process.cpuUsage(), process.memoryUsage.rss()];
  return setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    if ((user + system) / 1e6 > maxSeconds) end(`${name}: did not return within ${maxSeconds} s`);
    if (process.memoryUsage.rss() - rss > MAX_GROWN_BYTES) end(`${name}: fills the memory`);
  }, INTERVAL_MS);
}

function end(message) {
  writeSync(2, `${message}\n`);
  process.kill(process.pid, 'SIGKILL');
}
