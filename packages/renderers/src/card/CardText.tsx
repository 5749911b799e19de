import { formatCount, formatWrittenDate, formatWrittenDuration } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import { useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './card.module.css';
import { useCardPlace } from './card-place.ts';

/** Units of a text that stand there at first, and that each press adds. */
const GATE = 600;
const STEP = 50_000;

export interface CardTextProps {
  readonly text: string;
  readonly pointer: string;
}

/** A string: a date or a duration in words, a long text folded, one that was left out behind a button. */
export function CardText({ text, pointer }: CardTextProps) {
  const { leftOut } = useCardPlace();
  const missing = leftOut.get(pointer);
  if (missing !== undefined) return <MissingText pointer={pointer} units={missing.length} />;
  if (text === '') return <span className={styles.quiet}>empty text</span>;
  const words = text.length > 60 ? null : (formatWrittenDate(text) ?? formatWrittenDuration(text));
  if (words === null) return <FoldedText text={text} />;
  return (
    <>
      {words}{' '}
      <span className={styles.raw}>
        <VisibleText text={text} />
      </span>
    </>
  );
}

function FoldedText({ text }: { readonly text: string }) {
  const [most, setMost] = useState(GATE);
  const isFolded = text.length > most;
  return (
    <>
      <span className={styles.text} dir="auto">
        <VisibleText text={isFolded ? text.slice(0, most) : text} />
        {isFolded && '…'}
      </span>
      {isFolded && (
        <Button small onPress={() => setMost(most + STEP)}>
          Show more of {formatCount(text.length)} characters
        </Button>
      )}
    </>
  );
}

type Fetched =
  | { readonly kind: 'waiting' | 'loading' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string };

function MissingText({ pointer, units }: { readonly pointer: string; readonly units: number }) {
  const { content } = useRenderServices();
  const { subject } = useCardPlace();
  const [fetched, setFetched] = useState<Fetched>({ kind: 'waiting' });
  async function fetchText() {
    setFetched({ kind: 'loading' });
    setFetched(await content.text(subject, pointer).catch(() => LOST));
  }
  if (fetched.kind === 'text') return <FoldedText text={fetched.text} />;
  return (
    <>
      <Button small isDisabled={fetched.kind === 'loading'} onPress={() => void fetchText()}>
        Show text of {formatCount(units)} characters
      </Button>
      {fetched.kind === 'problem' && (
        <span role="alert" className={styles.failure}>
          {fetched.message}
        </span>
      )}
    </>
  );
}

const LOST: Fetched = { kind: 'problem', message: 'The text could not be read.' };
