// @vitest-environment jsdom
import { masker, words } from '@openwop-inspector/base';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { EnvelopeList } from './EnvelopesScreen.tsx';

afterEach(cleanup);

const TOTAL = 1_000_000;

const envelope = (index: number): LogicalEnvelope => ({
  key: `c${index}`,
  correlationId: masker.text(`run:${index}`),
  envelopeType: index === 1 ? null : words`vendor.acme.prd.create`,
  nodeId: words`draft`,
  runId: words`r`,
  state: index === 2 ? 'refused' : 'accepted',
  foundIn: 'event',
  untrusted: index === 2,
  summary: masker.text(`draft ${index}`),
  attempts: [],
  attemptsLeftOut: 0,
  ordinal: index,
});

function Harness({ opened = () => undefined }: { readonly opened?: () => void }) {
  const [active, setActive] = useState<number | null>(null);
  return (
    <EnvelopeList
      total={TOTAL}
      rowAt={(index) => (index < 500 ? envelope(index) : null)}
      activeIndex={active}
      activeKey={active === null ? null : `c${active}`}
      handlers={{ onMove: setActive, onOpen: opened }}
      listRef={null}
    />
  );
}

const option = (name: RegExp) => screen.getByRole('option', { name });

describe('the list of logical envelopes', () => {
  test('of a million only the visible rows are rendered, and each has its words and its position', () => {
    render(<Harness />);
    expect(screen.getAllByRole('option').length).toBeLessThan(60);
    const row = option(/^vendor.acme.prd.create, draft, Refused, Untrusted, draft 2$/);
    expect(row.getAttribute('aria-posinset')).toBe('3');
    expect(row.getAttribute('aria-setsize')).toBe('1000000');
    expect(option(/^Kind not recorded, draft/)).toBeDefined();
  });

  test('j and k move, g and G go to the ends, Enter opens', async () => {
    let opened = 0;
    render(
      <Harness
        opened={() => {
          opened += 1;
        }}
      />,
    );
    screen.getByRole('listbox', { name: 'Envelopes' }).focus();
    await userEvent.keyboard('jjjk');
    expect(option(/draft 1$/).getAttribute('aria-selected')).toBe('true');
    await userEvent.keyboard('{Enter}');
    expect(opened).toBe(1);
    await userEvent.keyboard('G');
    expect(option(/^envelope 1,000,000$/).getAttribute('aria-posinset')).toBe('1000000');
    await userEvent.keyboard('g');
    expect(option(/draft 0$/).getAttribute('aria-selected')).toBe('true');
  });
});
