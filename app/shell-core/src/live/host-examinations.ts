import { type DoctorReport, examineHost, type HostConnection } from '@openwop-inspector/host-client';

/** Examinations under way, each under an id that the window made. */
export interface HostExaminations {
  run(
    examineId: string,
    connection: HostConnection,
    runId: string | null,
    gone?: AbortSignal,
  ): Promise<DoctorReport>;
  /** Unknown ids are ignored. */
  cancel(examineId: string): void;
  cancelAll(): void;
}

/** From the click to the last check. */
const limitMs = 30_000;

/** Creates the book of them, with none under way. */
export function createHostExaminations(): HostExaminations {
  const running = new Map<string, AbortController>();
  return {
    async run(examineId, connection, runId, gone) {
      const stop = new AbortController();
      const end = () => stop.abort();
      running.get(examineId)?.abort();
      running.set(examineId, stop);
      const limit = setTimeout(end, limitMs);
      gone?.addEventListener('abort', end, { once: true });
      if (gone?.aborted === true) end();
      try {
        return await examineHost(connection, { runId, signal: stop.signal });
      } finally {
        clearTimeout(limit);
        gone?.removeEventListener('abort', end);
        if (running.get(examineId) === stop) running.delete(examineId);
      }
    },
    cancel: (examineId) => running.get(examineId)?.abort(),
    cancelAll() {
      for (const stop of running.values()) stop.abort();
    },
  };
}
