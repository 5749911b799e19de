// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { servicesWith, withServices } from '../../test/subjects.tsx';
import { SourceView } from './FileRow.tsx';

afterEach(cleanup);

function show(source: string) {
  const copied: string[] = [];
  const services = servicesWith({ copyText: async (text) => void copied.push(text) });
  render(withServices(<SourceView bytes={new TextEncoder().encode(source)} />, services));
  return copied;
}

describe('a source of many lines', () => {
  const source = Array.from({ length: 50_000 }, (_, i) => `line ${i + 1}`).join('\n');

  test('has only the first or the visible ones in the document', async () => {
    show(source);
    expect(screen.getByText(/· 50,000 lines/)).toBeDefined();
    expect(screen.getAllByText(/^line/)).toHaveLength(200);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show all 50,000 lines' }));
    expect(screen.queryAllByText(/^line/).length).toBeLessThan(100);
  });

  test('is copied whole', async () => {
    const copied = show(source);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copy code' }));
    expect(copied).toEqual([source]);
  });
});

test('an entity stays what is written, and markup is text', () => {
  show('<b>&lt;i&gt;</b>');
  expect(screen.getByText('<b>&lt;i&gt;</b>')).toBeDefined();
  expect(document.querySelector('code b')).toBeNull();
});
