import { writeFileSync } from 'node:fs';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token whose signature and whose subject must not be seen. */
export const codedToken = [
  part({ alg: 'HS256', kid: 'key-7' }),
  part({ sub: 'user-of-acme-7', exp: 1_772_442_000 }),
  'c2lnbmF0dXJlLW9mLWFjbWU',
].join('.');

/** A picture by its first bytes, about 18 KB. */
const picture = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from(Array.from({ length: 17_992 }, (_, at) => (at * 7_919) % 251)),
]).toString('base64');

/** Writes a run with a value of each form that is no text: a token, base64, a data URL, a moment, long numbers. */
export function writeCodedValues(file: string): void {
  const payload = {
    token: codedToken,
    picture,
    link: `data:image/png;base64,${picture}`,
    startedAt: '2026-03-02T09:00:01Z',
    note: 'one\ntwo "three"',
  };
  // A number that no program of ours may read and write again.
  const text = JSON.stringify(payload).replace('{', '{"id":12345678901234567890,');
  writeFileSync(file, runAround(text));
}

/** Members of the large payload. */
export const LARGE_ITEMS = 200_000;

/** Writes a run with one event of about 20 MB. */
export function writeLargePayload(file: string): void {
  const text = 'x'.repeat(50);
  const items = Array.from({ length: LARGE_ITEMS }, (_, id) => ({ id, name: `item ${id}`, text }));
  writeFileSync(file, runAround(JSON.stringify({ items })));
}

function runAround(payload: string): string {
  const head = (sequence: number, type: string): string =>
    `{"eventId":"c-${sequence}","runId":"coded","sequence":${sequence},"timestamp":"2026-03-02T09:00:0${sequence}Z","type":"${type}"`;
  return [
    `${head(0, 'run.started')},"payload":{"workflowId":"w"}}`,
    `${head(1, 'log.appended')},"payload":${payload}}`,
    `${head(2, 'run.completed')},"payload":{}}`,
    '',
  ].join('\n');
}
