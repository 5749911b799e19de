import { errorText, formatCount, formatMoment } from '@openwop-inspector/base';
import { Button, layout, ScrollRegion, Segmented } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { HoldButton, type MaskedReveal, useReveal } from './HoldButton.tsx';
import styles from './payload-tree.module.css';
import type { PayloadNode, PayloadSource, PayloadToken } from './value-source.ts';
import { stringContent } from './value-text.ts';

/** Units of text rendered at once, within the time of a frame. */
const PART = 16_384;
/** Bytes requested at first; then four times as many each time, until the source gives no more. */
const FIRST_BYTES = 256 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/** A string as raw JSON, or its content. */
type Form = 'text' | 'written';

const FORMS = [
  { value: 'text', label: 'As text' },
  { value: 'written', label: 'As written' },
] as const;

interface WholeText {
  readonly text: string;
  readonly written: string;
  /** True when the source gave less than the whole value. */
  readonly cut: boolean;
  /** Requested bytes. */
  readonly maxBytes: number;
}

/** A string below the tree: its beginning at once, the rest in parts and only on request; escapes on demand. */
function TextPanel({ source, node, path, onClose }: PanelProps) {
  const [form, setForm] = useState<Form>('text');
  const [from, setFrom] = useState(0);
  const { whole, failure, readOn } = useWholeText(source, node.pointer);
  const reveal = useReveal(source);
  const clear = reveal.revealed?.text ?? null;
  const all = whole === null ? node.text : whole[form];
  const text = whole === null ? all : all.slice(from, from + PART);
  const hasMore = whole?.cut === true && whole.maxBytes < MAX_BYTES;
  const hasNext = whole !== null && (hasMore || from + PART < all.length);

  async function goTo(next: number) {
    if (hasMore && next + PART >= all.length && !(await readOn(whole.maxBytes * 4))) return;
    setFrom(next);
  }

  async function show(next: Form) {
    if (next === 'written' && whole === null && !(await readOn())) return;
    setFrom(0);
    setForm(next);
  }

  const partButton = (words: string, onPress: () => void) => (
    <Button small onPress={onPress}>
      {words}
    </Button>
  );
  const tools = (
    <>
      <span>{partText(node, whole, form, from, text.length)}</span>
      {whole === null && node.truncated && partButton('Show more', () => void readOn())}
      {from > 0 && partButton('Previous part', () => setFrom(from - PART))}
      {hasNext && partButton('Next part', () => void goTo(from + PART))}
      {node.masked && <RevealButton reveal={reveal} node={node} what="text" />}
      <Segmented label="Escapes" choices={FORMS} value={form} onChange={(next) => void show(next)} />
    </>
  );
  return (
    <PanelFrame label="Whole text" path={path} onClose={onClose} tools={tools}>
      <ScrollRegion
        className={clear === null ? styles.textBody : layout('unselectable warnTint', styles.clearBody)}
        aria-label="Text"
      >
        <VisibleText text={clear?.text ?? text} />
      </ScrollRegion>
      {failure !== '' && (
        <p role="alert" className={layout('meta errorText')}>
          {failure}
        </p>
      )}
    </PanelFrame>
  );
}

/** A complete string, read when more than its beginning is requested. */
function useWholeText(source: PayloadSource, pointer: string) {
  const [whole, setWhole] = useState<WholeText | null>(null);
  const [failure, setFailure] = useState('');
  async function readOn(maxBytes = FIRST_BYTES): Promise<boolean> {
    try {
      const answer = await source.text(pointer, maxBytes);
      if (answer === null) {
        setFailure('The value is no longer in the document.');
        return false;
      }
      const { text: written, truncated: cut } = answer;
      setWhole({ text: stringContent(written), written, cut, maxBytes });
      return true;
    } catch (why) {
      setFailure(`The value could not be read: ${errorText(why)}.`);
      return false;
    }
  }
  return { whole, failure, readOn };
}

function partText(
  node: PayloadNode,
  whole: WholeText | null,
  form: Form,
  from: number,
  displayed: number,
): string {
  const size = formatCount(node.size);
  if (whole === null && !node.truncated) return node.masked ? 'masked' : `${size} characters`;
  if (whole === null) return `first ${formatCount(displayed)} of ${size} characters`;
  const part = `characters ${formatCount(from + 1)} to ${formatCount(from + displayed)}`;
  // The raw form has more characters; their number is known only when it was read to its end.
  if (form === 'written')
    return whole.cut ? `${part} as written` : `${part} of ${formatCount(whole.written.length)} as written`;
  const words = `${part} of ${size}`;
  const isAll = !whole.cut || whole.maxBytes < MAX_BYTES;
  return isAll ? words : `${words}; the first ${formatCount(whole.text.length)} can be read here`;
}

/** What every panel below the tree is about. */
interface PanelProps {
  readonly source: PayloadSource;
  readonly node: PayloadNode;
  /** Path of the value, as the heading. */
  readonly path: string;
  readonly onClose: () => void;
}

interface PanelFrameProps extends Pick<PanelProps, 'path' | 'onClose'> {
  readonly label: string;
  /** Between the path and the button that closes. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** Below a tree: a string as text, or the parts of a token. */
export function ValuePanel(props: PanelProps) {
  const { token } = props.node;
  return token === undefined ? <TextPanel {...props} /> : <TokenPanel {...props} token={token} />;
}

/** A panel below the tree; Esc closes it from anywhere inside. */
function PanelFrame({ label, path, onClose, tools, children }: PanelFrameProps) {
  return (
    <section
      className={layout('column shrinks chrome min120 max55 topEdge')}
      aria-label={label}
      onKeyDown={(press) => {
        if (press.key !== 'Escape') return;
        press.preventDefault();
        press.stopPropagation();
        onClose();
      }}
    >
      <div className={layout('bar wrap aside gap2x8 pad4x12')}>
        <code className={layout('narrow clip primary grow80')} title={path}>
          <VisibleText text={path} />
        </code>
        {tools}
        <Button small onPress={onClose}>
          Close
        </Button>
      </div>
      {children}
    </section>
  );
}

interface RevealButtonProps {
  readonly reveal: MaskedReveal;
  readonly node: PayloadNode;
  readonly what: 'text' | 'token';
}

/** Shows the masked value of a panel while its button is down; nothing where the source does not reveal secrets. */
function RevealButton({ reveal, node, what }: RevealButtonProps) {
  const { revealed, hold, release } = reveal;
  if (hold === null) return null;
  return (
    <HoldButton
      label={`Hold to reveal the ${what}`}
      words="Hold to reveal"
      revealed={revealed !== null}
      onHold={(down) => (down ? hold(what, node.pointer) : release())}
    />
  );
}

/** A JSON Web Token below the tree: the content of its parts. The token stays masked, and is not verified. */
function TokenPanel({ source, node, token, path, onClose }: PanelProps & { readonly token: PayloadToken }) {
  const { header, times, claims, signatureLength } = token;
  const reveal = useReveal(source);
  const tools = (
    <>
      <span>JWT, decoded to be read; not verified</span>
      <RevealButton reveal={reveal} node={node} what="token" />
    </>
  );
  return (
    <PanelFrame label="Parts of the token" path={path} onClose={onClose} tools={tools}>
      <ScrollRegion className={layout('fill scrolls ground code pad8x12')} aria-label="Parts">
        <dl className={layout('grid gap2')}>
          <Part name="token">
            <span
              className={
                reveal.revealed?.text == null
                  ? undefined
                  : layout('ellipsis unselectable warnTint jsonString')
              }
            >
              <VisibleText text={reveal.revealed?.text?.text ?? node.text} />
            </span>
          </Part>
          {header.map(([name, value]) => (
            <Part key={`header ${name}`} name={name} of="header">
              <VisibleText text={value} />
            </Part>
          ))}
          {times.map(([name, seconds]) => (
            <Part key={`time ${name}`} name={name} of="claim">
              {seconds} <span className={layout.aside}>{formatMoment(seconds * 1_000) ?? ''}</span>
            </Part>
          ))}
          <Part name="claims">
            {claims.length === 0 ? (
              'none'
            ) : (
              <>
                <VisibleText text={claims.join(', ')} />{' '}
                <span className={layout.aside}>names only; their values stay masked</span>
              </>
            )}
          </Part>
          <Part name="signature">
            {signatureLength === 0
              ? 'none: the token is not signed'
              : `masked, ${formatCount(signatureLength)} characters`}
          </Part>
        </dl>
      </ScrollRegion>
    </PanelFrame>
  );
}

interface PartProps {
  readonly name: string;
  readonly of?: 'header' | 'claim';
  readonly children: ReactNode;
}

function Part({ name, of, children }: PartProps) {
  return (
    <div className={layout('grid gap8 partColumns')}>
      <dt className={layout.jsonKey}>
        <VisibleText text={name} /> {of !== undefined && <span className={layout.aside}>{of}</span>}
      </dt>
      <dd className={layout('narrow breaks')}>{children}</dd>
    </div>
  );
}
