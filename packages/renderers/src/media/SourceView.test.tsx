// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { type RenderServices, RenderServicesProvider } from '../contract/render-services.ts';
import { SourceView } from './SourceView.tsx';

afterEach(cleanup);

function show(source: string) {
  const copied: string[] = [];
  const problem = async () => ({ kind: 'problem', message: '' }) as const;
  const services: RenderServices = {
    surfaceFrameUrl: '',
    place: { hostName: null, runId: null, sendsCredentials: false },
    content: {
      bytes: problem,
      text: problem,
      tree: () => {
        throw new Error('No tree is asked for.');
      },
    },
    copyText: async (text) => void copied.push(text),
    openLink: async () => undefined,
    loadOnce: problem,
    saveAs: problem,
  };
  render(
    <RenderServicesProvider value={services}>
      <SourceView bytes={new TextEncoder().encode(source)} />
    </RenderServicesProvider>,
  );
  return copied;
}

describe('a source of many lines', () => {
  const source = Array.from({ length: 50_000 }, (_, i) => `line ${i + 1}`).join('\n');

  test('has only the visible ones in the document', () => {
    show(source);
    expect(screen.getByText(/50,000 lines/)).toBeDefined();
    expect(screen.getAllByText(/^line/).length).toBeLessThan(100);
    const window = screen.getByRole('group', { name: 'Source' });
    window.scrollTop = 40_000 * 18;
    fireEvent.scroll(window);
    expect(screen.getByText('line 40001')).toBeDefined();
    expect(screen.queryByText('line 1')).toBeNull();
  });

  test('is copied whole', async () => {
    const copied = show(source);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copy source' }));
    expect(copied).toEqual([source]);
  });
});

test('an entity stays what is written, and markup is text', () => {
  show('<b>&lt;i&gt;</b>');
  expect(screen.getByText('<b>&lt;i&gt;</b>')).toBeDefined();
  expect(document.querySelector('code b')).toBeNull();
});
