import type { ServerResponse } from 'node:http';
import type { Answerer, Question } from './hostile-row.ts';
import { event, frames, json } from './sound-answers.ts';

/** A run that goes on while others attack: whoever follows it sees that the shell still works. */
export class HealthyRun {
  readonly runId = 'healthy';
  readonly #told: object[] = [event('healthy', 0)];
  readonly #open = new Set<ServerResponse>();

  /** Answers to everything that is asked of this run. */
  readonly answers: Partial<Readonly<Record<Question, Answerer>>> = {
    snapshot: json((runId) => ({ runId, workflowId: 'w', status: 'running' })),
    stream: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(frames(this.#told));
      this.#open.add(response);
      response.on('close', () => this.#open.delete(response));
    },
    poll: json(() => ({ events: this.#told, runStatus: 'running', isTerminal: false })),
  };

  /** Tells one more event; gives how many there are now. */
  emit(): number {
    const next = event(this.runId, this.#told.length, { type: 'log.appended' });
    this.#told.push(next);
    for (const response of this.#open) response.write(frames([next]));
    return this.#told.length;
  }
}
