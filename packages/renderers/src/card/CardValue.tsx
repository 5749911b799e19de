import {
  countOf,
  formatCount,
  formatDuration,
  formatWrittenDate,
  formatWrittenDuration,
  isRecord,
  type JsonObject,
  pointerTo,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { Button, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { CardItems } from './CardItems.tsx';
import styles from './card.module.css';
import { type CardValueProps, useCardPlace } from './card-place.ts';

/** Units of a text displayed at first, and added by each press. */
const GATE = 600;

const STEP = 50_000;

const LOST: Fetched = { kind: 'problem', message: 'The text could not be read.' };

/** Objects and arrays that lie deeper are folded; those far deeper are left to the payload's own view. */
const OPEN_LEVELS = 3;
const MAX_LEVELS = 64;

/** One value: reworded where that is clearer, otherwise raw. */
export function CardValue({ name, value, pointer, depth }: CardValueProps) {
  if (value === null || value === undefined) return <span className={styles.quiet}>null</span>;
  if (typeof value === 'string') return <CardText text={value} pointer={pointer} />;
  if (typeof value === 'number') return <NumberText name={name} value={value} pointer={pointer} />;
  if (typeof value === 'boolean')
    return <span className={layout('code jsonWord')}>{value ? 'true' : 'false'}</span>;
  if (Array.isArray(value) && value.length === 0) return <span className={styles.quiet}>no items</span>;
  if (Array.isArray(value)) {
    return (
      <Foldable depth={depth} words={`${formatCount(value.length)} items`}>
        {() => <CardItems items={value} pointer={pointer} depth={depth + 1} />}
      </Foldable>
    );
  }
  if (isRecord(value)) {
    const count = Object.keys(value).length;
    return (
      <Foldable depth={depth} words={countOf(count, 'field')}>
        {() => <CardFields fields={value} pointer={pointer} depth={depth + 1} />}
      </Foldable>
    );
  }
  return <span className={layout('code jsonNumber')}>{scalarText(value)}</span>;
}

interface NumberTextProps {
  readonly name: string;
  readonly value: number;
  readonly pointer: string;
}

function NumberText({ name, value, pointer }: NumberTextProps) {
  const text = useCardPlace().numbers.get(pointer) ?? String(value);
  const words = unitText(name, value);
  if (words === null) return <span className={layout('code jsonNumber')}>{text}</span>;
  return (
    <>
      {words} <span className={styles.raw}>{text}</span>
    </>
  );
}

interface FoldableProps {
  readonly depth: number;
  /** What is inside, while it is folded. */
  readonly words: string;
  readonly children: () => React.ReactNode;
}

function Foldable({ depth, words, children }: FoldableProps) {
  const [isOpen, setIsOpen] = useState(depth < OPEN_LEVELS);
  if (depth >= MAX_LEVELS) return <span className={styles.quiet}>{words}, too deep for a card</span>;
  if (depth < OPEN_LEVELS) return children();
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className={styles.twisty} data-open={isOpen || undefined} aria-hidden="true" />
        {words}
      </button>
      {isOpen && children()}
    </>
  );
}

/** A unit follows a sign, or is a word of camel case: `items` does not end with `ms`. */
const UNIT =
  /(?:^|[^A-Za-z])(ms|millis|milliseconds|seconds|secs|minutes)$|[a-z0-9](Ms|Millis|Milliseconds|Seconds|Secs|Minutes)$/;

/** How many milliseconds one of the unit has that a key ends with; null when it names none. */
function unitOf(key: string): number | null {
  const [, apart, joined] = UNIT.exec(key.slice(-40)) ?? [];
  const unit = (apart ?? joined)?.toLowerCase();
  if (unit === undefined) return null;
  if (unit.startsWith('s')) return 1_000;
  return unit === 'minutes' ? 60_000 : 1;
}

/** Ten years: what is longer is a time since 1970, and no duration. */
const MAX_DURATION_MS = 315_360_000_000;

/** Formats `durationMs: 83400` as "1 min 23 s"; null without a unit in the key or for an invalid duration. */
export function unitText(key: string, value: number): string | null {
  const unit = unitOf(key);
  if (unit === null || !(value >= 0 && value * unit <= MAX_DURATION_MS)) return null;
  return formatDuration(value * unit);
}

interface CardTextProps {
  readonly text: string;
  readonly pointer: string;
}

/** A string: a date or a duration reworded, a long text folded, an omitted one with a button to load it. */
function CardText({ text, pointer }: CardTextProps) {
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

/** Fields that are displayed at first, and that each press adds. */
const FIRST = 50;
const MORE = 200;

interface CardFieldsProps {
  readonly fields: JsonObject;
  readonly pointer: string;
  readonly depth: number;
  /** A field that is displayed elsewhere. */
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
