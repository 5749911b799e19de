// @vitest-environment jsdom

import { base64Of, gifBytes, pngOf, wavBytes } from '@openwop-inspector/testing/media';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ContentProblem,
  type EnvelopeSubject,
  type LoadedContent,
  type RenderPlace,
  type RenderServices,
  RenderServicesProvider,
} from '../contract/render-services.ts';
import { chooseRendering } from '../model/choose/choose-rendering.ts';
import { audioRenderer, fileRenderer, imageRenderer } from '../registry/registry.ts';

const png = pngOf(30, 20, () => [0, 0, 0, 0]);
const gif = gifBytes(4, 4, [0, 1]);
const wav = wavBytes(1, 8000, Math.sin);
const textBytes = (text: string) => new TextEncoder().encode(text);

const noCalls = () => ({
  read: [] as string[],
  loaded: [] as string[],
  opened: [] as string[],
  copied: [] as string[],
  saved: [] as { name: string; type: string; size: number }[],
});

let calls = noCalls();
let urls: Set<string>;
beforeEach(() => {
  calls = noCalls();
  urls = new Set();
  let made = 0;
  URL.createObjectURL = (blob) => {
    const url = `blob:test/${blob instanceof Blob ? blob.type : ''}/${++made}`;
    urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => void urls.delete(url);
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(URL, 'createObjectURL');
  Reflect.deleteProperty(URL, 'revokeObjectURL');
});

type Answer = LoadedContent | ContentProblem;
const answerOf = (bytes: Uint8Array<ArrayBuffer>, declaredType: string | null = null): Answer => ({
  kind: 'bytes',
  bytes,
  declaredType,
});

const filePlace: RenderPlace = { hostName: null, runId: 'run-1', sendsCredentials: false };

interface Around {
  readonly inline?: Answer | Promise<Answer>;
  readonly remote?: (signal: AbortSignal) => Answer | Promise<Answer>;
  readonly recorded?: Answer;
  readonly place?: RenderPlace;
}

function servicesOf({ inline, remote, recorded, place = filePlace }: Around): RenderServices {
  const nothing: Answer = { kind: 'problem', message: 'There is nothing.' };
  return {
    surfaceFrameUrl: '',
    place,
    content: {
      bytes: async (_, pointer) => {
        calls.read.push(pointer);
        return inline ?? nothing;
      },
      text: async () => ({ kind: 'problem', message: '' }),
      tree: () => {
        throw new Error('No tree is requested.');
      },
    },
    copyText: async (text) => void calls.copied.push(text),
    openLink: async (address) => void calls.opened.push(address),
    loadOnce: async (address, signal) => {
      calls.loaded.push(address);
      return remote?.(signal) ?? nothing;
    },
    saveAs: async (name, { type, size }) => {
      calls.saved.push({ name, type, size });
      return { kind: 'saved', name };
    },
    ...(recorded === undefined
      ? {}
      : {
          loadFrom: async (_, pointer) => {
            calls.loaded.push(`recorded ${pointer}`);
            return recorded;
          },
        }),
  };
}

function subjectOf(type: string, payload: object, rendering?: object): EnvelopeSubject {
  const envelope = { type, payload, meta: { source: 'ai-generation', ...(rendering && { rendering }) } };
  return {
    kind: 'envelope',
    key: `${type} ${JSON.stringify(payload).length}`,
    value: envelope,
    tooLarge: false,
    leftOut: [],
    numbers: [],
    trust: { level: 'unmarked', source: null },
    type,
    rendering: chooseRendering(envelope),
    foundIn: 'event',
    interrupt: null,
  };
}

function show(subject: EnvelopeSubject, around: Around = {}) {
  const renderer = [imageRenderer, audioRenderer, fileRenderer].find(({ read }) => read(subject) !== null);
  const reading = renderer?.read(subject) ?? null;
  if (renderer === undefined || reading?.ok !== true) throw new Error('No renderer reads it.');
  const { Show } = renderer;
  const element = (
    <RenderServicesProvider value={servicesOf(around)}>
      <Show view={reading.view} subject={subject} />
    </RenderServicesProvider>
  );
  return { user: userEvent.setup(), ...render(element) };
}

const button = (name: string) => screen.getByRole('button', { name });
const inlineImage = (change: object = {}) =>
  subjectOf('media.image', { bytes: png.length, base64: base64Of(png), mimeType: 'image/png', ...change });

describe('an inline image', () => {
  test('is displayed by a blob of the sniffed type, which is revoked when it goes', async () => {
    const { unmount } = show(inlineImage({ alt: 'A ball', mimeType: 'image/jpeg' }), {
      inline: answerOf(png),
    });
    const image = await screen.findByRole('img', { name: 'A ball' });
    expect(image.getAttribute('src')).toMatch(/^blob:test\/image\/png\//);
    expect(image.getAttribute('decoding')).toBe('async');
    expect(screen.getByText(/declared as image\/jpeg/)).toBeDefined();
    expect(urls.size).toBe(1);
    unmount();
    expect(urls.size).toBe(0);
  });

  test('without a description says so (envelope 2.2)', async () => {
    show(inlineImage(), { inline: answerOf(png) });
    await screen.findByRole('img', { name: 'Image without a description' });
    expect(screen.getByText('No description given')).toBeDefined();
    expect(screen.getByText('alt_missing')).toBeDefined();
  });

  test('reserves its space while it is decoded', () => {
    show(inlineImage(), { inline: new Promise<Answer>(() => undefined) });
    expect(screen.getByRole('status').textContent).toBe('Decoding the image');
    expect(screen.getByRole('group', { name: /^Image/ }).getAttribute('style')).toContain('30 / 20');
  });

  test('that cannot be read is a file with the reason', async () => {
    show(inlineImage(), { inline: { kind: 'problem', message: 'The source is gone.' } });
    expect((await screen.findByRole('alert')).textContent).toBe('The source is gone.');
    expect(screen.getByText('image.png')).toBeDefined();
  });

  test('that cannot be decoded says so and can be saved', async () => {
    const { user } = show(inlineImage({ alt: 'A ball' }), { inline: answerOf(png) });
    fireEvent.error(await screen.findByRole('img', { name: 'A ball' }));
    expect(screen.getByRole('alert').textContent).toContain('could not be decoded');
    await user.click(button('Save as…'));
    await screen.findByText('Saved as image.png');
    expect(calls.saved).toEqual([{ name: 'image.png', type: 'application/octet-stream', size: png.length }]);
  });

  test('zooms by buttons and by keys, which do not reach the window', async () => {
    const { user } = show(inlineImage({ alt: 'A ball' }), { inline: answerOf(png) });
    await screen.findByRole('img', { name: 'A ball' });
    const displayed = () =>
      within(screen.getByRole('group', { name: 'Zoom' })).getByRole('status').textContent;
    const reached: string[] = [];
    const onKey = ({ key }: KeyboardEvent) => reached.push(key);
    window.addEventListener('keydown', onKey);
    await user.click(button('Zoom in'));
    expect(displayed()).toBe('150%');
    screen.getByRole('group', { name: /^Image/ }).focus();
    await user.keyboard('++-');
    expect(displayed()).toBe('200%');
    await user.keyboard('1');
    expect(displayed()).toBe('100%');
    expect(button('Fit').getAttribute('aria-pressed')).toBe('false');
    await user.keyboard('0j');
    expect(button('Fit').getAttribute('aria-pressed')).toBe('true');
    window.removeEventListener('keydown', onKey);
    expect(reached).toEqual(['j']);
  });

  test('copies its facts as text', async () => {
    const { user } = show(inlineImage({ bytes: 5, alt: 'A ball' }), { inline: answerOf(png) });
    await user.click(await screen.findByRole('button', { name: 'Copy facts' }));
    expect(calls.copied[0]).toContain('Dimensions: 30 × 20 px');
    expect(calls.copied[0]).toContain('declared as 5 bytes');
    expect(calls.copied[0]).toContain('Description: A ball');
  });

  test('that moves can be stopped', async () => {
    globalThis.createImageBitmap = () => new Promise(() => undefined);
    const payload = { bytes: gif.length, base64: base64Of(gif), mimeType: 'image/gif', alt: 'Dance' };
    const { user } = show(subjectOf('media.image', payload), { inline: answerOf(gif) });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('img', { name: 'Dance, first frame' }).tagName).toBe('CANVAS');
    await user.click(button('Play'));
    expect((await screen.findByRole('img', { name: 'Dance' })).tagName).toBe('IMG');
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
  });

  test('in a payload with an address is displayed, and the address is not used (envelope 6)', async () => {
    show(inlineImage({ url: 'https://a.example/x' }), { inline: answerOf(png) });
    await screen.findByRole('img');
    expect(screen.getByText(/base64 is used, the url is not/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Load once' })).toBeNull();
    expect(calls.loaded).toEqual([]);
  });
});

describe('content at an address', () => {
  const remote = (change: object = {}) =>
    subjectOf('media.image', { bytes: 9, url: 'https://assets.acme.example/x.png', alt: 'Steps', ...change });

  test('is not requested without a click; the click is explained (security S-17)', async () => {
    show(remote());
    expect(screen.getByText('Remote image not loaded')).toBeDefined();
    expect(screen.getByText('assets.acme.example')).toBeDefined();
    expect(screen.getByText('Of run run-1, whose host the file does not name')).toBeDefined();
    expect(screen.getByText('No credentials are sent')).toBeDefined();
    await act(async () => undefined);
    expect(calls).toMatchObject({ read: [], loaded: [], opened: [] });
    expect(document.querySelector('img, audio, iframe, object, embed, video')).toBeNull();
  });

  test('is loaded once and then displayed like inline content', async () => {
    const { user } = show(remote(), { remote: () => answerOf(png, 'image/png') });
    await user.click(button('Load once'));
    const image = await screen.findByRole('img', { name: 'Steps' });
    expect(image.getAttribute('src')).toMatch(/^blob:test\/image\/png/);
    expect(calls.loaded).toEqual(['https://assets.acme.example/x.png']);
    expect(screen.getByText('Loaded from')).toBeDefined();
    expect(document.activeElement?.contains(image)).toBe(true);
  });

  test('that is HTML is a file whose source can be read', async () => {
    const { user } = show(remote(), { remote: () => answerOf(textBytes('<script>x</script>'), 'text/html') });
    await user.click(button('Load once'));
    await screen.findByText(/would run in a browser/);
    await user.click(button('View source'));
    expect(await screen.findByText('<script>x</script>')).toBeDefined();
    expect(document.querySelector('script')).toBeNull();
  });

  test('can be cancelled while it is loaded, and is when it is left', async () => {
    const stopped: string[] = [];
    const { user, unmount } = show(remote(), {
      remote: (signal) =>
        new Promise<Answer>(() => signal.addEventListener('abort', ({ type }) => stopped.push(type))),
    });
    await user.click(button('Load once'));
    expect(screen.getByRole('progressbar', { name: 'Loading from assets.acme.example' })).toBeDefined();
    await user.click(button('Cancel'));
    expect(stopped).toEqual(['abort']);
    expect(screen.getByText('Cancelled. Nothing was stored.')).toBeDefined();
    expect(document.activeElement).toBe(button('Load once'));
    await user.click(button('Load once'));
    unmount();
    expect(stopped).toEqual(['abort', 'abort']);
  });

  test('that fails says why, and can be tried again or opened outside', async () => {
    const { user } = show(remote(), {
      remote: () => ({ kind: 'problem', message: 'The host answered 404.' }),
    });
    await user.click(button('Load once'));
    expect((await screen.findByRole('alert')).textContent).toBe('The host answered 404.');
    await user.click(button('Load once'));
    expect(calls.loaded).toHaveLength(2);
    await user.click(button('Open outside…'));
    expect(calls.opened).toEqual(['https://assets.acme.example/x.png']);
  });

  test.each([
    ['javascript:alert(1)', /scheme javascript/],
    ['https://u:p@evil.example/', /user name or a password/],
    ['/v1/host/app/assets/abcdefgh', /does not say which host/],
  ])('%s is text without a button', (url, words) => {
    show(remote({ url }));
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.querySelector('a')).toBeNull();
  });

  test('with a masked token is requested by its place, where that can be done', async () => {
    const url = 'https://assets.acme.example/assets/abcd…[masked:asset-token]';
    const { unmount } = show(remote({ url }));
    expect(screen.getByText(/token in the address is masked/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    const { user } = show(remote({ url }), { recorded: answerOf(png, 'image/png') });
    await user.click(button('Load once'));
    await screen.findByRole('img', { name: 'Steps' });
    expect(calls.loaded).toEqual(['recorded /payload/url']);
  });
});

describe('a sound', () => {
  const sound = (change: object = {}) =>
    subjectOf('media.audio', {
      bytes: wav.length,
      base64: base64Of(wav),
      mimeType: 'audio/wav',
      ...change,
    });

  test('has controls and does not play by itself (security S-08)', async () => {
    show(sound({ alt: 'A tone' }), { inline: answerOf(wav) });
    const player = await screen.findByLabelText('A tone');
    expect(player.hasAttribute('controls')).toBe(true);
    expect(player.hasAttribute('autoplay')).toBe(false);
    await waitFor(() => expect(player.getAttribute('src')).toMatch(/^blob:test\/audio\/wav/));
  });

  test('that lasts longer than declared says so', async () => {
    show(sound({ alt: 'A tone', durationSeconds: 23 }), { inline: answerOf(wav) });
    const player = await screen.findByLabelText('A tone');
    Object.defineProperty(player, 'duration', { value: 25 });
    fireEvent.loadedMetadata(player);
    expect(await screen.findByText('declared as 23 s, it is 2 s longer')).toBeDefined();
  });

  test('that cannot be decoded is a file with the reason', async () => {
    show(sound({ alt: 'A tone' }), { inline: answerOf(wav) });
    fireEvent.error(await screen.findByLabelText('A tone'));
    expect(screen.getByRole('alert').textContent).toContain('could not be decoded');
    expect(screen.getByText('audio.wav')).toBeDefined();
  });
});

describe('a file', () => {
  const file = (text: string, change: object = {}) =>
    subjectOf('media.file', { bytes: text.length, base64: btoa(text), ...change });

  test('shows its name as written and the one it would be saved by (security S-09)', () => {
    show(file('x', { name: '../../.ba\u202eshrc' }));
    expect(screen.getByText('U+202E')).toBeDefined();
    expect(screen.getByText('bashrc')).toBeDefined();
    expect(calls.read).toEqual([]);
  });

  test('is decoded when it is saved, and not before', async () => {
    const { user } = show(file('%PDF', { name: 'r.pdf', mimeType: 'application/pdf' }), {
      inline: answerOf(textBytes('%PDF')),
    });
    expect(calls.read).toEqual([]);
    expect(screen.queryByRole('button', { name: 'View source' })).toBeNull();
    await user.click(button('Save as…'));
    await screen.findByText('Saved as r.pdf');
    expect(calls.read).toEqual(['/payload/base64']);
    expect(calls.saved).toEqual([{ name: 'r.pdf', type: 'application/octet-stream', size: 4 }]);
  });

  test('of SVG is source to read, with hidden characters displayed and nothing run (security S-07)', async () => {
    const source = '<svg onload="x()">\n<!-- \u202e &lt; -->\n</svg>';
    const subject = subjectOf('media.image', {
      bytes: 1,
      base64: base64Of(textBytes(source)),
      mimeType: 'image/svg+xml',
    });
    const { user, container } = show(subject, { inline: answerOf(textBytes(source)) });
    await user.click(button('View source'));
    const view = await screen.findByRole('group', { name: 'Lines of Source' });
    expect(view.textContent).toContain('1<svg onload="x()">2<!-- U+202E &lt; -->3</svg>');
    expect(container.querySelector('svg[onload]')).toBeNull();
    await user.click(button('View source'));
    expect(screen.queryByRole('group', { name: 'Lines of Source' })).toBeNull();
  });
});

test.each([
  ['media.image', {}, 'There is nothing to show'],
  ['media.audio', { base64: '*' }, 'The content is not base64'],
])('%s with %j has no source', (type, change, words) => {
  show(subjectOf(type, { bytes: 0, ...change }));
  expect(screen.getByText(new RegExp(words))).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an envelope without media is read by none of them', () => {
  const subject = subjectOf('error', { code: 'x', message: 'y' });
  for (const { read } of [imageRenderer, audioRenderer, fileRenderer]) expect(read(subject)).toBeNull();
});
