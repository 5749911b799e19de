// @vitest-environment jsdom
import { ErrorBoundary } from '@openwop-inspector/ui';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type EnvelopeSubject,
  type RenderServices,
  RenderServicesProvider,
} from '../contract/render-services.ts';
import { chooseRendering } from '../model/choose/choose-rendering.ts';
import { valueSource } from '../payload/value-source.ts';
import { RenderedSubject } from './RenderedSubject.tsx';

afterEach(cleanup);

function services(changes: Partial<RenderServices> = {}): RenderServices {
  const none = async () => ({ kind: 'problem', message: 'There is nothing.' }) as const;
  return {
    surfaceFrameUrl: 'about:blank',
    place: { hostName: null, runId: null, sendsCredentials: false },
    content: { bytes: none, text: none, tree: ({ value }) => valueSource(value) },
    copyText: async () => undefined,
    openLink: async () => undefined,
    loadOnce: none,
    saveAs: none,
    ...changes,
  };
}

function subject(value: unknown, changes: Partial<EnvelopeSubject> = {}): EnvelopeSubject {
  return {
    kind: 'envelope',
    key: 'k1',
    type: 'vendor.acme.note',
    value,
    tooLarge: false,
    leftOut: [],
    numbers: [],
    trust: { level: 'unmarked', source: null },
    rendering: chooseRendering(value),
    foundIn: 'event',
    interrupt: null,
    ...changes,
  };
}

const note = { type: 'vendor.acme.note', payload: { text: 'A note <b>' }, meta: { source: 'ai-generation' } };
const numbers = { type: 'vendor.acme.note', payload: { a: 1, b: 2 }, meta: { source: 'ai-generation' } };

function show(displayed: EnvelopeSubject, given = services()) {
  return render(
    <RenderServicesProvider value={given}>
      <RenderedSubject subject={displayed} />
    </RenderServicesProvider>,
  );
}

describe('anything is displayed, raw JSON last (envelope 2.2)', () => {
  it('a payload that is a text is read as a text, and its markup stays text', () => {
    show(subject(note));
    expect(screen.getByRole('article', { name: 'vendor.acme.note' }).textContent).toContain('A note <b>');
    expect(screen.getByText('as text')).toBeDefined();
  });

  it('raw JSON is a press away, and back', async () => {
    show(subject(note));
    const toggle = screen.getByRole('button', { name: 'JSON' });
    await userEvent.click(toggle);
    expect(await screen.findByRole('tree', { name: 'Raw JSON' })).toBeDefined();
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(toggle);
    expect(screen.queryByRole('tree')).toBeNull();
  });

  it('what nothing else takes is a tree', async () => {
    show(subject(numbers));
    expect(await screen.findByRole('tree', { name: 'Raw JSON' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'JSON' })).toBeNull();
  });

  it('an unsupported kind says so under "Why this did not render as requested" (envelope 7.4)', () => {
    show(subject(note, { rendering: chooseRendering(note, { supported: [] }) }));
    const why = screen.getByRole('group', { name: /Why this did not render/ });
    expect(why.textContent).toContain('not supported');
    expect(why.textContent).toContain('/type');
  });
});

it('a number that is in the way is found as it was written', () => {
  const value = { ...note, meta: { rendering: 1.1 } };
  const numbers = [{ pointer: '/meta/rendering', text: '1.10' }];
  const { container } = show(subject(value, { numbers }));
  expect(container.textContent).toContain('1.10');
});

describe('untrusted content is framed, and says where the taint came from (security S-16)', () => {
  const source = { ordinal: 9, sequence: 1209, type: 'agent.toolReturned', name: 'docs.search' };

  it('with a way to the source', async () => {
    const jumpTo = vi.fn();
    show(subject(note, { trust: { level: 'untrusted', source } }), services({ jumpTo }));
    const frame = screen.getByRole('group', { name: 'Untrusted content' });
    expect(frame.textContent).toContain('A note');
    await userEvent.click(screen.getByRole('button', { name: /from #1209 docs\.search/ }));
    expect(jumpTo).toHaveBeenCalledExactlyOnceWith(9);
  });

  it.each(['trusted', 'unmarked'] as const)('%s content has no frame', (level) => {
    show(subject(note, { trust: { level, source: null } }));
    expect(screen.queryByRole('group', { name: 'Untrusted content' })).toBeNull();
  });
});

describe('what stops a renderer costs that renderer alone (security S-23)', () => {
  it('another subject is a fresh start', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = (): never => {
      throw new TypeError('a bug');
    };
    const fallback = (error: unknown) => <p>stopped: {error instanceof Error ? error.name : ''}</p>;
    const displayed = render(
      <ErrorBoundary resetKey="a" fallback={fallback}>
        <Broken />
      </ErrorBoundary>,
    );
    expect(displayed.container.textContent).toBe('stopped: TypeError');
    displayed.rerender(
      <ErrorBoundary resetKey="b" fallback={fallback}>
        <p>whole</p>
      </ErrorBoundary>,
    );
    expect(displayed.container.textContent).toBe('whole');
  });
});
