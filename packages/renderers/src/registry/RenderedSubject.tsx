import { childAt, cutText, formatCount, strictPointerTokens } from '@openwop-inspector/base';
import { warningInfo } from '@openwop-inspector/protocol';
import { ControlButton, ErrorBoundary, Fact, Facts, layout } from '@openwop-inspector/ui';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type RenderSubject, useRenderServices } from '../contract/render-services.ts';
import { RENDER_RULES } from '../model/choose/render-rules.ts';
import styles from '../parts/parts.module.css';
import { RawView } from '../raw/raw-renderer.tsx';
import { TrustFrame, TrustLabel } from '../trust/TrustFrame.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type Choice, chooseRenderer, ownRegistry } from './registry.ts';

export interface RenderedSubjectProps {
  readonly subject: RenderSubject;
  /** Heading of the panel that explains a fallback. */
  readonly whyTitle?: string;
  /** Without name and trust above it, where the place around it says them. The frame of trust is always there. */
  readonly bare?: boolean;
}

/**
 * Any subject, drawn by the renderer that fits, inside its frame of trust, with raw JSON a press away. An error stops
 * one renderer alone; raw JSON then replaces it with the reason (security S-23).
 */
export function RenderedSubject({ subject, whyTitle = WHY_TITLE, bare = false }: RenderedSubjectProps) {
  const choice = useMemo(() => chooseRenderer(subject, ownRegistry), [subject]);
  const [rawKey, setRawKey] = useState<string | null>(null);
  const { openInAcceptor } = useRenderServices();
  const isRaw = rawKey === subject.key;
  const rendered = { subject, choice, whyTitle };
  return (
    <article className={layout('grid gap8 padBottom12')} aria-label={nameOf(subject)}>
      <header className={layout('row wrap min32 gap2x8 pad0x16')}>
        {bare ? null : (
          <VisibleText as="span" className={layout('capped clip payload bold')} text={nameOf(subject)} />
        )}
        <span className={layout('nowrap caption')}>
          as {isRaw ? 'raw JSON' : inSentence(choice.renderer.title)}
        </span>
        <span className={layout.flexes} />
        {bare ? null : <TrustLabel level={subject.trust.level} />}
        {choice.element === null ? null : (
          <ControlButton aria-pressed={isRaw} onClick={() => setRawKey(isRaw ? null : subject.key)}>
            JSON
          </ControlButton>
        )}
        {subject.kind === 'envelope' && openInAcceptor !== undefined ? (
          <ControlButton onClick={() => openInAcceptor(subject)}>Try in the acceptor</ControlButton>
        ) : null}
      </header>
      {isRaw ? (
        <Framed subject={subject} element={<Raw subject={subject} />} />
      ) : (
        <ErrorBoundary
          resetKey={subject.key}
          fallback={(error) => (
            <Rendered {...rendered} stopped={error instanceof Error ? error.name : 'Error'} />
          )}
        >
          <Rendered {...rendered} stopped={null} />
        </ErrorBoundary>
      )}
    </article>
  );
}

const WHY_TITLE = 'Why this did not render as requested';

interface RenderedProps {
  readonly subject: RenderSubject;
  readonly choice: Choice;
  readonly whyTitle: string;
  /** Name of the error that stopped the chosen renderer; null while it works. */
  readonly stopped: string | null;
}

/** The chosen renderer and why it was chosen; raw JSON in place of one that cannot read the subject or was stopped. */
function Rendered({ subject, choice, whyTitle, stopped }: RenderedProps) {
  const why = useMemo(() => explainChoice(subject, choice, stopped), [subject, choice, stopped]);
  const element = stopped === null ? choice.element : null;
  const id = useId();
  return (
    <>
      <Framed subject={subject} element={element ?? <Raw subject={subject} />} />
      {why.fallbacks.length > 0 && (
        // The rule, the place, the found value, and the nearest form that would be displayed.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div
          className={layout('grid chrome boxed gap12 pad8x12 marginX16')}
          role="group"
          aria-labelledby={id}
        >
          <p className={layout('row strong gap6')} id={id}>
            <span className={layout('warnText sign14')} aria-hidden="true">
              ≠
            </span>
            {whyTitle}
          </p>
          {why.fallbacks.map(reasonEntry)}
        </div>
      )}
      {stopped === null && why.findings.length > 0 && (
        // Findings that did not stop anything.
        <details className={layout('remark', styles.findings)}>
          <summary>
            {why.findings.length === 1 ? '1 finding' : `${why.findings.length} findings`} about how this is
            displayed
          </summary>
          {why.findings.map(reasonEntry)}
        </details>
      )}
    </>
  );
}

/** Raw JSON has no fallback; a bug in it is reported in a sentence. */
function Raw({ subject }: { readonly subject: RenderSubject }) {
  const broken = (
    <p className={layout('words pad12x16')}>Raw JSON could not be drawn. The bytes are under Raw.</p>
  );
  return (
    <ErrorBoundary resetKey={subject.key} fallback={() => broken}>
      <RawView subject={subject} />
    </ErrorBoundary>
  );
}

function Framed({ subject, element }: { readonly subject: RenderSubject; readonly element: ReactElement }) {
  return (
    <div className={layout('narrow', styles.subjectBody)} key={subject.key}>
      <TrustFrame trust={subject.trust}>{element}</TrustFrame>
    </div>
  );
}

function nameOf(subject: RenderSubject): string {
  return subject.type === '' ? 'Envelope without a type' : subject.type;
}

/** "Raw JSON" stays as it is, "Questions" becomes "questions". */
function inSentence(title: string): string {
  const [first = '', second = ''] = title;
  return second === second.toUpperCase() ? title : first.toLowerCase() + title.slice(1);
}

function reasonEntry({ title, pointer, found, clause, nearest }: Reason) {
  const written = (name: string, text: string) => (
    <Fact name={name}>
      <VisibleText text={text} as="span" className={layout('code primary')} />
    </Fact>
  );
  return (
    <div key={`${title} ${pointer}`} className={layout('grid gap4')}>
      <p className={layout('body primary')}>{/[.!?]$/.test(title) ? title : `${title}.`}</p>
      <Facts>
        {pointer !== '' && written('where', pointer)}
        {found !== null && written('found', found)}
        <Fact name="clause">
          <Clause clause={clause} />
        </Fact>
        {nearest !== null && <Fact name="nearest">{nearest}</Fact>}
      </Facts>
    </div>
  );
}

// Why a subject is displayed as it is and not otherwise, in words and places.

/** One reason. Words of ours, but for `found`. */
interface Reason {
  readonly title: string;
  /** RFC 6901 pointer from the value; empty for the value as a whole. */
  readonly pointer: string;
  /** The value at the pointer as one short line of JSON; null when there is none. Masked with the subject. */
  readonly found: string | null;
  readonly clause: string;
  /** The nearest form that would be rendered; null where there is none to give. */
  readonly nearest: string | null;
}

/** Rules that describe a thing, without a denied request. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['no_hint', 'url_needs_click']);

/**
 * Reads the reasons off a choice. `stopped` names a renderer that broke while it was drawn. `fallbacks` are reasons for
 * another renderer than the requested one; `findings` are warnings about content that is displayed as requested, without
 * fallbacks.
 */
export function explainChoice(subject: RenderSubject, choice: Choice, stopped: string | null = null) {
  const fallbacks: Reason[] = choice.passedOver.map(({ title, problem }) => ({
    title: `Not displayed as ${title}. ${problem.message}`,
    pointer: problem.pointer,
    found: foundAt(subject, problem.pointer),
    clause: problem.clause,
    nearest: problem.nearest,
  }));
  if (stopped !== null) {
    fallbacks.unshift({
      title: `A bug of the inspector stopped the view as ${choice.renderer.title} (${stopped})`,
      pointer: '',
      found: null,
      clause: 'security S-23',
      nearest: null,
    });
  }
  if (subject.tooLarge) fallbacks.unshift(tooLarge);
  const findings: Reason[] = [];
  if (subject.kind === 'event') return { fallbacks, findings };
  for (const { rule, pointer } of subject.rendering.notes) {
    const list = DESCRIPTIVE.has(rule) ? findings : fallbacks;
    list.push({ ...RENDER_RULES[rule], pointer, found: foundAt(subject, pointer) });
  }
  for (const { code, pointer } of subject.rendering.warnings) {
    const { title, clause } = warningInfo(code);
    findings.push({ title, pointer, found: foundAt(subject, pointer), clause, nearest: null });
  }
  return { fallbacks, findings };
}

const tooLarge: Reason = {
  title: 'The document is too large to be handed over whole, so it is displayed as a tree over its bytes',
  pointer: '',
  found: null,
  clause: 'security S-12',
  nearest: 'At most 2 MiB besides media and long strings.',
};

/** Longest value displayed in a line, in UTF-16 units. */
const MAX_LENGTH = 120;

function foundAt({ value, leftOut, numbers }: RenderSubject, pointer: string): string | null {
  const long = leftOut.find((one) => one.pointer === pointer);
  if (long !== undefined) return `a string of ${formatCount(long.length)} characters`;
  const tokens = strictPointerTokens(pointer);
  if (tokens === null || tokens.length === 0) return null;
  const at = tokens.reduce<unknown>(childAt, value);
  if (at === undefined || (typeof at === 'object' && at !== null)) return null;
  const written = typeof at === 'number' ? numbers.find((one) => one.pointer === pointer)?.text : undefined;
  return cutText(written ?? JSON.stringify(at) ?? '', MAX_LENGTH);
}
