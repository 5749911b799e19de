import { countOf, formatCount } from '@openwop-inspector/base';
import { Button, classNames, layout, Meter } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';

export interface AuditProgressProps {
  readonly done: number;
  readonly total: number;
  readonly onStop: () => void;
}

/** An audit that is over sooner than this says nothing of its progress, in ms. */
const SHOWN_AFTER_MS = 300;

/** How far an audit is, and the way to stop it. */
export function AuditProgress({ done, total, onStop }: AuditProgressProps) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  const words = `${formatCount(done)} of ${countOf(total, 'envelope')} audited`;
  return (
    <div className={classNames(layout.stack, layout.gap8, layout.pad12)}>
      <div
        role="progressbar"
        aria-label="Audit"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <p>{words}</p>
        <Meter share={total === 0 ? null : done / total} tone="accent" />
      </div>
      <div>
        <Button onPress={onStop}>Stop the audit</Button>
      </div>
    </div>
  );
}
