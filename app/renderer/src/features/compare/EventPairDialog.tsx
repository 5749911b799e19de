import { Dialog, layout, Segmented } from '@openwop-inspector/ui';
import { useState } from 'react';
import { ComparedPair, ComparedValues } from '../../shared/ComparedPair.tsx';
import { useEventRow } from '../../shared/job-query.ts';
import { type PickedEvent, showCompared, useEventPair } from './compare-actions.ts';

/** Rules that leave nothing out. */
const EVERYTHING = JSON.stringify({ defaults: false });

const CHOICES = [
  { value: 'usual', label: 'Without ids, times and use' },
  { value: 'all', label: 'Every value' },
] as const;

interface CloseProps {
  readonly onClose: () => void;
}

/** Two events that were picked, value by value. */
export function EventPairDialog({ onClose }: CloseProps) {
  const { a, b } = useEventPair();
  return (
    <Dialog title="Two events side by side" kind="page" onClose={onClose}>
      {a === null || b === null ? null : <Pair a={a} b={b} onClose={onClose} />}
    </Dialog>
  );
}

function Pair({ a, b, onClose }: CloseProps & Readonly<Record<'a' | 'b', PickedEvent>>) {
  const [values, setValues] = useState<'usual' | 'all'>('usual');
  const rowA = useEventRow(a.sessionId, a.ordinal);
  const rowB = useEventRow(b.sessionId, b.ordinal);
  const show = (sessionId: string, ordinal: number): void => {
    onClose();
    showCompared(sessionId, ordinal);
  };
  return (
    <div className={layout('column gap8 scrolls pad0x20x16')}>
      <ComparedPair a={{ ...a, event: rowA }} b={{ ...b, event: rowB }} onShow={show} />
      <div className={layout.inlineRow}>
        <Segmented label="Values compared" choices={CHOICES} value={values} onChange={setValues} />
      </div>
      <ComparedValues a={a} b={b} rules={values === 'all' ? EVERYTHING : ''} />
    </div>
  );
}
