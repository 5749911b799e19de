/** The thread behind `watched`: gets the name of the work that runs, or null when it has returned. */
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const MAX_SECONDS = 60;
const MAX_GROWN_BYTES = 2 ** 30;
const INTERVAL_MS = 500;

let watching = null;
parentPort?.on('message', (name) => {
  clearInterval(watching ?? undefined);
  watching = name === null ? null : watch(name);
});

function watch(name) {
  const [cpu, rss] = [process.cpuUsage(), process.memoryUsage.rss()];
  return setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    if ((user + system) / 1e6 > MAX_SECONDS) end(`${name}: did not return within ${MAX_SECONDS} s`);
    if (process.memoryUsage.rss() - rss > MAX_GROWN_BYTES) end(`${name}: fills the memory`);
  }, INTERVAL_MS);
}

function end(message) {
  writeSync(2, `${message}\n`);
  process.kill(process.pid, 'SIGKILL');
}
