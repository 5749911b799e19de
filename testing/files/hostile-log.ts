import { writeFileSync } from 'node:fs';

/** Credentials that must never be seen whole, in the places where hosts leave them. */
export const secrets = {
  bearer: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhY21lIn0.c2lnbmF0dXJlLW9mLWFjbWU',
  apiKey: 'sk-live-4f9d2c7b8e1a6035d2f4',
  password: 'correct-horse-battery-staple',
} as const;

export const markup = '<img src=x onerror="document.title=`taken over`">';

/** A run whose every name and text was chosen by somebody who means harm. */
const events = [
  { type: 'run.started', payload: { workflowId: markup, inputs: { text: markup } } },
  { type: 'node.started', nodeId: markup, payload: { nodeId: markup, typeId: '__proto__' } },
  {
    type: 'log.appended',
    nodeId: 'constructor',
    payload: {
      level: 'info',
      message: `javascript:alert(1) ${markup}`,
      headers: { authorization: `Bearer ${secrets.bearer}` },
      apiKey: secrets.apiKey,
      password: secrets.password,
      note: `the key is ${secrets.apiKey} as everybody knows`,
    },
  },
  {
    type: markup,
    nodeId: '\u202egnp.exe',
    payload: { constructor: { prototype: 1 }, toString: 'x', length: -1 },
  },
  { type: 'node.failed', nodeId: markup, payload: { error: { code: 'boom', message: markup } } },
  { type: 'run.failed', payload: { error: { code: 'boom', message: 'a\u0000b\u200b\u2066c' } } },
] as const;

/** Writes that run as NDJSON, one member named `__proto__` included, which no object literal can hold. */
export function writeHostileLog(file: string): void {
  const lines = events.map((event, sequence) => {
    const timestamp = new Date(Date.UTC(2026, 2, 2, 9, 0, sequence)).toISOString();
    const causationId = sequence === 0 ? undefined : `h-${sequence - 1}`;
    const doc = { eventId: `h-${sequence}`, runId: 'toString', sequence, timestamp, ...event, causationId };
    return JSON.stringify(doc).replace('{', '{"__proto__":{"polluted":true},');
  });
  writeFileSync(file, `${lines.join('\n')}\n`);
}
