import type { SessionProcess, StartSession } from '@openwop-inspector/host-client/node';
import { app, utilityProcess } from 'electron';

const maxMessageLength = 4096;

/**
 * Starts sessions as utility processes, which the fuses of a packaged application leave alone. Their heap is not limited
 * by itself: Electron passes no flag of V8 on, so that the supervisor's limit of the whole process is the one that holds.
 *
 * @param program path of the built `live-session.cjs`, in the archive too
 */
export function utilitySession(program: string): StartSession {
  return () => {
    const child = utilityProcess.fork(program, [], {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe'],
      serviceName: 'OpenWOP Inspector session',
    });
    let said = '';
    let hasEnded = false;
    child.stderr?.on('data', (part: Buffer) => {
      said = (said + part.toString('latin1')).slice(-maxMessageLength);
    });
    child.once('exit', () => {
      hasEnded = true;
    });
    return {
      get pid() {
        return child.pid ?? null;
      },
      send: (text) => {
        if (!hasEnded) child.postMessage(text);
      },
      onText: (take) => void child.on('message', take),
      // It has no word for a signal: only a status is reported.
      onEnd: (take) => void child.once('exit', (status) => take({ status, signal: null, said })),
      kill: () => killNow(child.pid),
      memoryBytes: () => {
        const metric = app.getAppMetrics().find((one) => one.pid === child.pid);
        return metric === undefined ? null : metric.memory.workingSetSize * 1024;
      },
    } satisfies SessionProcess;
  };
}

/** Its own `kill` asks the process, which one that is busy or stopped does not hear. */
function killNow(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
