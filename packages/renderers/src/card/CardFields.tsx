import { formatCount, type JsonObject, pointerTo } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './card.module.css';
import { useCardPlace } from './card-place.ts';

/** Fields that are shown at first, and that each press adds. */
const FIRST = 50;
const MORE = 200;

export interface CardFieldsProps {
  readonly fields: JsonObject;
  readonly pointer: string;
  readonly depth: number;
  /** A field that is shown elsewhere. */
  readonly without?: string;
}

/** The members of an object, with raw keys. */
export function CardFields({ fields, pointer, depth, without }: CardFieldsProps) {
  const { Value } = useCardPlace();
  const keys = useMemo(() => Object.keys(fields).filter((key) => key !== without), [fields, without]);
  const [most, setMost] = useState(FIRST);
  if (keys.length === 0) return <span className={styles.quiet}>no fields</span>;
  return (
    <>
      <dl className={styles.fields} data-nested={depth > 0 || undefined}>
        {keys.slice(0, most).map((key) => (
          <div key={key} className={styles.field}>
            <dt>
              <VisibleText text={key === '' ? '""' : key.slice(0, 300)} />
            </dt>
            <dd>
              <Value name={key} value={fields[key]} pointer={pointerTo(pointer, key)} depth={depth} />
            </dd>
          </div>
        ))}
      </dl>
      {keys.length > most && (
        <Button small onPress={() => setMost(most + MORE)}>
          Show more of {formatCount(keys.length)} fields
        </Button>
      )}
    </>
  );
}
