import type { CallName } from '@openwop-inspector/shell-contract';
import { callNames, isCallName, isEventName, needsGesture } from '@openwop-inspector/shell-contract';
import { describe, expect, test } from 'vitest';
import { readRequest } from './read-request.ts';
import { defaultSettings } from './settings.ts';

const fitting: { readonly [N in CallName]: unknown } = {
  'shell/info': null,
  'files/startup': null,
  'files/pick': null,
  'files/samples': null,
  'files/reopen': { recentId: 'aB3-_x' },
  'files/open-sample': { sampleId: 'fan-out' },
  'files/save-text': { suggestedName: '../a.json', text: '{}', kind: 'json' },
  'files/save-bytes': { suggestedName: 'a.png', bytes: new Uint8Array([1, 2]) },
  'files/begin-save': { suggestedName: 'run.ndjson' },
  'files/save-part': { saveId: 'a-1', bytes: new Uint8Array([1, 2]) },
  'files/end-save': { saveId: 'a-1', isWhole: true },
  'files/close': { fileId: 'aB3' },
  'content/load-once': { loadId: 'a-1', address: 'https://media.example/a.png' },
  'content/cancel-load': { loadId: 'a-1' },
  'links/open': { address: 'javascript:alert(1)' },
  'hosts/list': null,
  'hosts/read-address': { text: 'http://127.0.0.1:8787/v1/runs/r1' },
  'hosts/save': { baseUrl: 'https://host.example/team', name: null },
  'hosts/remove': { hostId: 'aB3' },
  'hosts/set-token': { hostId: 'aB3', token: null, variable: 'HOST_TOKEN', remember: false },
  'hosts/set-authority': { hostId: 'aB3', choose: true },
  'hosts/examine': { examineId: 'a-1', hostId: 'aB3', runId: 'r 1/ü' },
  'hosts/cancel-examine': { examineId: 'a-1' },
  'hosts/runs': { hostId: 'aB3', status: 'waiting-input' },
  'hosts/startup': null,
  'live/attach': { hostId: 'aB3', runId: 'r1', a2uiDelta: false },
  'live/cancel-attach': { hostId: 'aB3', runId: 'r1' },
  'live/find': { liveId: 'aB3' },
  'live/fetch-missing': { liveId: 'aB3' },
  'live/reconnect': { liveId: 'aB3' },
  'live/detach': { liveId: 'aB3' },
  'live/close': { liveId: 'aB3' },
  'live/save-capture': { liveId: 'aB3' },
  'live/interrupts': { liveId: 'aB3' },
  'live/preview': { liveId: 'aB3', action: { kind: 'cancel', reason: null } },
  'live/act': { liveId: 'aB3', previewId: 'aB3' },
  'live/actions': { liveId: 'aB3' },
  'captures/list': null,
  'captures/open': { captureId: 'aB3-_x' },
  'captures/delete': { captureId: 'aB3-_x' },
  'captures/delete-all': null,
  'recent/list': null,
  'recent/note': { fileId: 'aB3', events: 0, tone: 'failed' },
  'recent/clear': null,
  'notes/read': { key: 'run.json\nr1' },
  'notes/write': { key: 'run.json\nr1', text: '{}' },
  'texts/read': { name: 'filters' },
  'texts/write': { name: 'compare-rules', text: null },
  'settings/read': null,
  'settings/write': defaultSettings,
};

describe('every call', () => {
  test.each(callNames)('%s takes its own request and hands it on as it is', (name) => {
    expect(readRequest(name, fitting[name])).toEqual({ ok: true, request: fitting[name] });
  });

  test.each(callNames)('%s refuses anything else, in words that hold nothing of it', (name) => {
    const wrong = ['SECRET', 7, [], undefined, { __proto__: null }, { fileId: {} }, [fitting[name]], true];
    for (const value of wrong) {
      const reading = readRequest(name, value);
      expect(reading.ok).toBe(false);
      expect(JSON.stringify(reading)).not.toContain('SECRET');
    }
  });
});

test.each([
  ['files/close', { fileId: 'a', more: 1 }],
  ['files/close', { fileId: '../x' }],
  ['files/close', { fileId: 'x'.repeat(101) }],
  ['files/close', Object.create({ fileId: 'a' })],
  ['files/save-text', { suggestedName: 'a', text: 'b' }],
  ['files/save-text', { suggestedName: 'a', text: 'b', kind: 'html' }],
  ['files/save-text', { suggestedName: 'a', text: 'b', kind: 'json', path: '/a' }],
  ['files/save-text', { suggestedName: 'a'.repeat(256), text: 'b', kind: 'json' }],
  ['files/save-text', { suggestedName: ['a'], text: 'b', kind: 'json' }],
  ['files/save-text', { suggestedName: 'a', text: new Uint8Array(4), kind: 'json' }],
  ['files/save-part', { saveId: 'a', bytes: new Uint8Array(8 * 1024 * 1024 + 1) }],
  ['files/save-bytes', { suggestedName: 'a', bytes: [1, 2] }],
  ['files/save-bytes', { suggestedName: 'a', bytes: 'AQI=' }],
  ['files/save-bytes', { suggestedName: 'a', bytes: new ArrayBuffer(2) }],
  ['files/save-bytes', { suggestedName: 'a', bytes: new Uint8Array(2), path: '/a' }],
  ['content/load-once', { address: 'https://media.example/' }],
  ['content/load-once', { loadId: 'a', address: `https://media.example/${'x'.repeat(8192)}` }],
  ['content/load-once', { loadId: 'a', address: new URL('https://media.example/') }],
  ['content/load-once', { loadId: 'a', address: 'https://media.example/', headers: {} }],
  ['content/cancel-load', { loadId: '' }],
  ['links/open', { address: null }],
  ['links/open', { address: 'https://media.example/', confirmed: true }],
  ['hosts/read-address', { text: 'x'.repeat(16_385) }],
  ['hosts/save', { baseUrl: 'file:///etc', name: null }],
  ['hosts/save', { baseUrl: 'https://a:b@host.example', name: null }],
  ['hosts/save', { baseUrl: 'https://host.example/', name: null }],
  ['hosts/save', { baseUrl: 'https://host.example?token=a', name: null }],
  ['hosts/save', { baseUrl: 'https://host.example', name: 'x'.repeat(201) }],
  ['hosts/set-token', { hostId: 'a', token: 'a', variable: 'A', remember: false }],
  ['hosts/set-token', { hostId: 'a', token: null, variable: 'PATH;x', remember: false }],
  ['hosts/set-token', { hostId: 'a', token: null, variable: '__proto__', remember: false }],
  ['hosts/set-token', { hostId: 'a', token: null, variable: null, remember: 1 }],
  ['hosts/set-authority', { hostId: 'a', choose: true, file: '/etc/passwd' }],
  ['hosts/runs', { hostId: 'a' }],
  ['hosts/runs', { hostId: 'a', status: 'waiting-clarification' }],
  ['hosts/examine', { examineId: 'a', hostId: 'a', runId: 'r\n1' }],
  ['hosts/examine', { examineId: 'a', hostId: 'a', runId: '' }],
  ['live/attach', { hostId: 'a', runId: 'r'.repeat(129), a2uiDelta: false }],
  ['live/attach', { hostId: 'a', runId: 'r', a2uiDelta: false, token: 'a' }],
  ['live/cancel-attach', { hostId: 'a', runId: '' }],
  ['live/preview', { liveId: 'a', action: { kind: 'delete' } }],
  ['live/act', { liveId: 'a', previewId: 'a', action: { kind: 'cancel', reason: null } }],
  ['recent/note', { fileId: 'a', events: -1, tone: 'ok' }],
  ['recent/note', { fileId: 'a', events: 1.5, tone: 'ok' }],
  ['recent/note', { fileId: 'a', events: 1, tone: 'Not a tone' }],
  ['notes/read', { key: 'x'.repeat(1001) }],
  ['notes/write', { key: 'a', text: 'x'.repeat(300_000) }],
  ['texts/read', { name: '../settings' }],
  ['texts/read', { name: 'toString' }],
  ['texts/read', { name: 'filters', key: 'a' }],
  ['texts/write', { name: 'filters' }],
  ['texts/write', { name: 'notes', text: '' }],
  ['texts/write', { name: ['filters'], text: '' }],
  ['texts/write', { name: 'filters', text: 7 }],
  ['texts/write', { name: 'filters', text: 'x'.repeat(2 * 1024 * 1024 + 1) }],
  ['settings/write', { ...defaultSettings, zoom: 9 }],
  ['settings/write', { ...defaultSettings, zoom: Number.NaN }],
  ['settings/write', { ...defaultSettings, theme: 'blue' }],
  ['settings/write', { ...defaultSettings, layout: 'x'.repeat(70_000) }],
  ['settings/write', { ...defaultSettings, more: 1 }],
] as const)('%s refuses %j', (name, value) => {
  expect(readRequest(name, value).ok).toBe(false);
});

test.each(['toString', '__proto__', 'constructor', '', 'files', 'files/delete', null, 7])(
  '%j names no call and no event',
  (name) => {
    expect([isCallName(name), isEventName(name)]).toEqual([false, false]);
  },
);

test('calls that write or delete a file, take a token, attach, act or leave the machine need a gesture of the person', () => {
  expect(callNames.filter(needsGesture)).toEqual([
    'files/save-text',
    'files/save-bytes',
    'files/begin-save',
    'content/load-once',
    'links/open',
    'hosts/save',
    'hosts/set-token',
    'hosts/set-authority',
    'hosts/examine',
    'live/attach',
    'live/save-capture',
    'live/act',
    'captures/delete',
    'captures/delete-all',
  ]);
});
