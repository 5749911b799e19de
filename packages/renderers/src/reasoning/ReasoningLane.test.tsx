// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { servicesWith, withServices } from '../../test/subjects.tsx';
import { type ReasoningEntry, ReasoningLane, type ReasoningMoment } from './ReasoningLane.tsx';

afterEach(cleanup);

const entry = (changes: Partial<ReasoningEntry>): ReasoningEntry => ({
  ordinal: 1,
  sequence: 1211,
  type: 'prompt.composed',
  text: 'words',
  cut: false,
  untrusted: false,
  timeMs: null,
  pieces: 1,
  ...changes,
});

const moment: ReasoningMoment = {
  nodeId: 'ask',
  timeMs: null,
  payload: [],
  agent: [
    entry({
      ordinal: 4,
      sequence: 1214,
      type: 'agent.reasoned',
      text: 'x'.repeat(700),
      untrusted: true,
      pieces: 3,
    }),
  ],
  prompt: [entry({ cut: true })],
};

const jumpTo = vi.fn();
const services = servicesWith({ jumpTo });

async function open() {
  render(withServices(<ReasoningLane moment={moment} at="0:14.05" />, services));
  await userEvent.click(screen.getByRole('button', { name: /^Reasoning at 0:14\.05, two sources/ }));
}

describe('three separate sources, never merged (envelope 5)', () => {
  it('is folded until it is opened', () => {
    render(withServices(<ReasoningLane moment={moment} at="" />, services));
    expect(
      screen.getByRole('button', { name: /^Reasoning, two sources/ }).getAttribute('aria-expanded'),
    ).toBe('false');
    expect(screen.queryByText('words')).toBeNull();
  });

  it('each source has its own place, and an empty one says so', async () => {
    await open();
    const source = (name: string) => within(screen.getByRole('region', { name }));
    expect(source('payload.reasoning').getByText('Nothing of this kind in this turn.')).toBeDefined();
    expect(source('agent.reasoning').getByText('Untrusted')).toBeDefined();
    expect(source('agent.reasoning').getByText('3 pieces')).toBeDefined();
    expect(source('prompt.composed').queryByText('Untrusted')).toBeNull();
    expect(source('prompt.composed').getByText(/More was written/)).toBeDefined();
  });

  it('long text is clipped where it is displayed, not in the data', async () => {
    await open();
    const agent = within(screen.getByRole('region', { name: 'agent.reasoning' }));
    expect(agent.queryByText('x'.repeat(700))).toBeNull();
    await userEvent.click(agent.getByRole('button', { name: 'Show all 700 characters' }));
    expect(agent.getByText('x'.repeat(700))).toBeDefined();
  });

  it('a place leads to its event', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'agent.reasoned #1214' }));
    expect(jumpTo).toHaveBeenCalledExactlyOnceWith(4);
  });
});
