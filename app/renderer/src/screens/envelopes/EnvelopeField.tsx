import { classNames, Kbd, layout, listMoveInText, SearchField } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';

export interface EnvelopeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Escape in an empty field, and Enter or the arrow down in any. */
  readonly onLeave: () => void;
  /** How many are left; null while nothing narrows them. */
  readonly count: string | null;
}

/** Narrows the list by words: plain ones anywhere, or after `kind:`, `node:`, `trust:`. */
export function EnvelopeField({ value, onChange, onLeave, count }: EnvelopeFieldProps) {
  return (
    <search
      className={classNames(layout.fixed, layout.ruled, layout.chrome, layout.pad5x12)}
      data-region="filter"
      aria-label="Filter of envelopes"
    >
      <SearchField
        label="Filter envelopes"
        value={value}
        onChange={onChange}
        count={count}
        placeholder="kind: node: trust:"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
          else if (event.key === 'Escape' || event.key === 'Enter' || listMoveInText(event.key) === 'next')
            onLeave();
          else return;
          event.preventDefault();
        }}
        end={count === null ? <Kbd keys={keysOf('filter')} isHint /> : null}
      />
    </search>
  );
}
