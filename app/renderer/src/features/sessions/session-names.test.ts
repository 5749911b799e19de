import { expect, test } from 'vitest';
import { companionFile, type NamedSession, namesApart } from './session-names.ts';

const session = (
  sessionId: string,
  name: string,
  ...runs: readonly [string, string | null][]
): NamedSession => ({
  sessionId,
  name,
  runs: runs.map(([runId, workflowId]) => ({ runId, workflowId })),
});
const apart = (...sessions: readonly NamedSession[]) => [...namesApart(sessions)];

test('a unique name has no suffix', () =>
  expect(apart(session('s1', 'a.json', ['r1', 'w1']), session('s2', 'b.json', ['r1', 'w1']))).toEqual([]));

test('equal names are distinguished by their workflows', () =>
  expect(
    apart(
      session('s1', 'bundle.json', ['r1', 'draft']),
      session('s2', 'other.json', ['r2', 'draft']),
      session('s3', 'bundle.json', ['r3', 'review']),
    ),
  ).toEqual([
    ['s1', 'draft'],
    ['s3', 'review'],
  ]));

test('a common prefix of all workflows is omitted, up to a separator', () =>
  expect(
    apart(
      session('s1', 'b', ['r1', 'team-draft-1']),
      session('s2', 'b', ['r2', 'team-draft-2']),
      session('s3', 'b', ['r3', 'team-d']),
    ),
  ).toEqual([
    ['s1', '…draft-1'],
    ['s2', '…draft-2'],
    ['s3', '…d'],
  ]));

test('of one workflow by the prefix of their runs', () =>
  expect(apart(session('s1', 'b', ['aaaaaaaa-1', 'w']), session('s2', 'b', ['bbbbbbbb-1', 'w']))).toEqual([
    ['s1', 'aaaaaaaa'],
    ['s2', 'bbbbbbbb'],
  ]));

test.each([
  ['the same run twice', [session('s1', 'b', ['r', 'w']), session('s2', 'b', ['r', 'w'])]],
  [
    'runs that begin alike',
    [session('s1', 'b', ['12345678-a', 'w']), session('s2', 'b', ['12345678-b', 'w'])],
  ],
  ['one that is still read', [session('s1', 'b'), session('s2', 'b', ['r', 'w'])]],
  [
    'several runs of several workflows',
    [session('s1', 'b', ['r', 'w'], ['q', 'v']), session('s2', 'b', ['r', 'w'])],
  ],
  ['no ids at all', [session('s1', 'b', ['', null]), session('s2', 'b', ['', null])]],
])('%s: by their number', (_, sessions) =>
  expect(apart(...sessions)).toEqual([
    ['s1', '1'],
    ['s2', '2'],
  ]),
);

test.each([
  ['run.bundle.json', 'run.bundle.notes.json'],
  ['events.ndjson.gz', 'events.notes.json'],
  ['', 'run.notes.json'],
])('the notes of %j are in %s', (log, file) => expect(companionFile(log, 'notes.json')).toBe(file));
