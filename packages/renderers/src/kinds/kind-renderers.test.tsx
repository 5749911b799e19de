import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isRecord, member } from '@openwop-inspector/base';
import { CATALOGUE_TYPES, foldedType } from '@openwop-inspector/protocol';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { eventSubject, withServices } from '../../test/subjects.tsx';
import type { RenderSubject } from '../contract/render-services.ts';
import { chooseRenderer, kindRenderers, ownRegistry, sheetRenderers } from '../registry/registry.ts';
import { genericEventRenderer } from './sheet/sheet-renderer.ts';

const RECORDINGS = resolve(import.meta.dirname, '../../../../testing/recordings');
const SAMPLES = resolve(import.meta.dirname, '../../../../samples');
const PURPOSE_MADE = sheetRenderers.filter((renderer) => renderer !== genericEventRenderer);

/** Every file of a name below a folder. */
function filesBelow(folder: string, name: RegExp): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) return filesBelow(path, name);
    return name.test(entry) ? [path] : [];
  });
}

/** Events of a poll answer or a bundle, one for each form of each type: recordings repeat themselves. */
function recordedEvents(path: string): readonly RenderSubject[] {
  const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const list = Array.isArray(document) ? document : member(document, 'events');
  if (!Array.isArray(list)) return [];
  const byForm = new Map<string, RenderSubject>();
  for (const event of list) {
    const type = member(event, 'type');
    if (typeof type !== 'string') continue;
    const payload = member(event, 'payload') ?? member(event, 'data') ?? null;
    const form = isRecord(payload) ? Object.keys(payload).join() : typeof payload;
    byForm.set(`${type} ${form}`, eventSubject(foldedType(type), payload));
  }
  return [...byForm.values()];
}

/** Draws with the first renderer that can, as the registry does. */
function drawn(subject: RenderSubject): string {
  for (const renderer of kindRenderers) {
    const prepared = renderer.prepare(subject);
    if (prepared?.ok === true) return renderToStaticMarkup(withServices(prepared.element));
  }
  throw new Error('no renderer took it');
}

const recorded = [
  ...filesBelow(RECORDINGS, /^(poll|debug-bundle|story\..*)\.json$/).map((path) => [
    relative(RECORDINGS, path),
    path,
  ]),
  ...filesBelow(SAMPLES, /\.(bundle|poll|events|app-bundle)\.json$/).map((path) => [
    relative(SAMPLES, path),
    path,
  ]),
] as const;

describe('every recorded event has one renderer that reads and shows it (run-events 1.2)', () => {
  test.each(recorded)('%s', (_name, path = '') => {
    for (const subject of recordedEvents(path)) {
      const takers = PURPOSE_MADE.filter((renderer) => renderer.read(subject) !== null);
      expect(takers.length).toBeLessThanOrEqual(1);
      expect(drawn(subject)).toContain('<article');
    }
  });

  test('there are recordings', () => {
    expect(recorded.length).toBeGreaterThan(0);
  });
});

describe('no payload is too odd for any type of the catalogue', () => {
  const payloads: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['nothing', undefined],
    ['an empty object', {}],
    ['a string', 'text'],
    ['a list', [1, [2], { a: 3 }]],
    ['a number', 7],
    ['wrong types everywhere', wrong(7)],
    ['lists everywhere', wrong(['a', null, {}])],
    ['objects everywhere', wrong({ kind: {}, code: [], questions: 1, action: null })],
    ['null everywhere', wrong(null)],
  ];
  test.each(payloads)('%s', (_name, payload) => {
    for (const type of [
      ...CATALOGUE_TYPES,
      'vote',
      'mcp.called',
      'acme.custom',
      '__proto__',
      'constructor',
    ]) {
      expect(drawn(eventSubject(type, payload))).toContain('<article');
    }
  });
});

/** Returns an object with the same value under every name that a reader reads. */
function wrong(value: unknown): unknown {
  const names =
    'nodeId typeId attempt attempts error code message details stack retryable workflowId inputs outputs output transport owner tags metadata durationMs reason parentRunId kind key data config resumeSchema timeoutMs requestedAt interruptId interruptToken callbackUrl resumeValue outcome action ledger votes title actions approversList requiredApprovals audience quorumProgress questions answers agentId toolName callId status refs hash systemPrompt variableBindings variableHashes chain resolved provider model inputTokens costEstimateUsd currency missingCapabilities fallbackModel limit observed level fields chunk meta name previous next channel value reducer decision iteration phase confidence floor conversationId turn turnIndex schema dimension consumed verdict lastError catalogVersion surface threshold';
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

test('each type of the catalogue is in one list at most', () => {
  for (const type of CATALOGUE_TYPES) {
    const takers = PURPOSE_MADE.filter((renderer) => renderer.read(eventSubject(type, {})) !== null);
    expect(takers.map((renderer) => renderer.name)).toHaveLength(takers.length > 0 ? 1 : 0);
  }
});

test('what is too large to be handed over is left to the tree', () => {
  const subject = eventSubject('node.failed', null, { tooLarge: true });
  expect(chooseRenderer(subject, ownRegistry).renderer.name).toBe('raw');
});

test('names of renderers are unique', () => {
  const names = kindRenderers.map((renderer) => renderer.name);
  expect(new Set(names).size).toBe(names.length);
});

describe('hostile payloads are displayed, and cost no more than their beginning', () => {
  test('10,000 levels', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? { deep } : [deep];
    for (const subject of [
      eventSubject('log.appended', { fields: { deep } }),
      eventSubject('acme.custom', { deep }),
    ]) {
      expect(drawn(subject)).toMatch(/1 (member|item) more/);
    }
  });

  test('a million items', () => {
    const many = Array.from({ length: 1_000_000 }, (_, at) => at);
    expect(drawn(eventSubject('agent.toolReturned', { outcome: many })).length).toBeLessThan(100_000);
    const names = many.map(String);
    expect(drawn(eventSubject('run.started', { tags: names }))).toContain('Show 100 more of 999,900 names');
  });

  test('a hundred thousand members and questions', () => {
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key${at}`, at]));
    expect(drawn(eventSubject('acme.custom', members))).toContain('Show 100 more of 99,900 fields');
    const questions = Array.from({ length: 100_000 }, (_, at) => ({ id: `q${at}`, question: 'Why?' }));
    const displayed = drawn(eventSubject('clarification.requested', { questions }));
    expect(displayed).toContain('Show 100 more of 99,900 questions');
  });

  test('`__proto__` is a name like any other', () => {
    const payload: unknown = JSON.parse(
      '{"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": "yes"}}, "nodeId": "n"}',
    );
    const displayed = drawn(eventSubject('node.started', payload));
    expect(displayed).toContain('__proto__');
    expect(displayed).toContain('constructor');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('markup is text', () => {
    const evil = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    const payload = {
      nodeId: evil,
      error: { code: evil, message: evil, details: { [evil]: evil } },
      [evil]: evil,
    };
    const displayed = drawn(eventSubject('node.failed', payload));
    expect(displayed).not.toContain('<img');
    expect(displayed).not.toContain('<script');
  });

  test('direction overrides are spelled out', () => {
    expect(drawn(eventSubject('node.started', { nodeId: 'pay\u202egp.exe' }))).toContain('U+202E');
  });
});
