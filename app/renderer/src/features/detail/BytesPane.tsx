import { defaultKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import { displayText, hiddenPattern } from '@openwop-inspector/renderers';
import type { RawPage, ValueAtByte } from '@openwop-inspector/run-log';
import { layout, useHoldKey, useLatest } from '@openwop-inspector/ui';
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useClearRaw, useJob } from '../../shared/job-query.ts';
import { askWorker } from '../../worker/client.ts';
import {
  type ByteRange,
  byteOnPage,
  NoBytes,
  PAGE_BYTES,
  PageButtons,
  pageStart,
  rangeOnPage,
  type TextRange,
} from './RawBytes.tsx';

export interface BytesPaneHandle {
  /** Takes the focus, at the selected value. */
  focus(): void;
}

export interface BytesPaneProps {
  readonly ref?: Ref<BytesPaneHandle>;
  readonly sessionId: string;
  readonly ordinal: number;
  /** Position of the event in the source. */
  readonly event: ByteRange;
  /** The marked value. */
  readonly selected: ByteRange | null;
  /** True when it is not among the values of the tree. */
  readonly isOutside: boolean;
  /** The innermost value at the user's cursor. */
  readonly onValue: (value: ValueAtByte) => void;
  readonly onLeave: () => void;
}

/** Container: the bytes of an event next to its tree, with a mark. Tokens are masked except while `v` is pressed. */
export function BytesPane(props: BytesPaneProps) {
  const { sessionId, ordinal, event, selected, isOutside, onValue, onLeave } = props;
  const { offset, isSought, goTo, stay } = useFollowedPage(event, selected);
  const range = { offset, length: PAGE_BYTES };
  const { data: page, error } = useJob('raw', { sessionId, ordinal, ...range });
  const [revealed, setRevealed] = useState(false);
  const clear = useClearRaw(sessionId, ordinal, range, revealed);
  const onKeyDown = useHoldKey(page != null && page.masked > 0 ? setRevealed : null, revealed);
  const find = useValueFinder(sessionId, ordinal, (value) => {
    stay(value.byteOffset);
    onValue(value);
  });
  const text = useRef<BytesPaneHandle>(null);
  useImperativeHandle(props.ref, () => ({
    focus: () => {
      if (selected !== null) goTo(pageStart(selected.byteOffset - event.byteOffset));
      text.current?.focus();
    },
  }));

  if (error !== null || page == null) return <NoBytes page={page} error={error} />;
  const onCursor = (unit: number) => {
    // After the last character the cursor is still at the value that ends there.
    if (clear === null) void find(byteOnPage(page, Math.min(unit, Math.max(0, page.text.length - 1))));
  };
  return (
    <section
      aria-label="Bytes alongside"
      className={layout('column pane narrow')}
      onKeyDown={onKeyDown}
      // Text in clear is never copied (security S-14).
      onCopyCapture={(copying) => {
        if (!revealed) return;
        copying.preventDefault();
        copying.stopPropagation();
      }}
    >
      <PageBar page={page} offset={offset} eventLength={event.byteLength} isOutside={isOutside} onGo={goTo} />
      <BytesText
        ref={text}
        text={clear?.text ?? page.text}
        mark={selected === null ? null : rangeOnPage(clear ?? page, selected)}
        isSought={isSought}
        onCursor={onCursor}
        onLeave={onLeave}
      />
    </section>
  );
}

interface PageBarProps {
  readonly page: RawPage;
  /** Where the page was requested; it starts at the next character. */
  readonly offset: number;
  readonly eventLength: number;
  readonly isOutside: boolean;
  readonly onGo: (offset: number) => void;
}

/** Which bytes are displayed, and buttons to the adjacent pages. */
function PageBar({ page, offset, eventLength, isOutside, onGo }: PageBarProps) {
  const end = page.offset + page.length;
  const isWhole = page.offset === 0 && end >= eventLength;
  const total = isWhole ? formatBytes(eventLength) : formatCount(eventLength);
  return (
    <header className={layout('bar wrap chrome min30 gap2x8 pad2x12')}>
      <span className={layout.aside}>
        {isWhole
          ? `Bytes, ${total}`
          : `Bytes ${formatCount(page.offset + 1)} to ${formatCount(end)} of ${total}`}
      </span>
      {isOutside && <span role="status">Not in the part that the tree shows</span>}
      {!isWhole && (
        <span className={layout('flex toEnd gap4')}>
          <PageButtons
            isFirst={offset === 0}
            isLast={end >= eventLength}
            onPrevious={() => onGo(offset - PAGE_BYTES)}
            onNext={() => onGo(offset + PAGE_BYTES)}
          />
        </span>
      )}
    </header>
  );
}

/** Requests the value at a byte; while one request is pending only the newest one is queued. */
function useValueFinder(sessionId: string, ordinal: number, onFound: (value: ValueAtByte) => void) {
  const isAsking = useRef(false);
  const waiting = useRef<number | null>(null);
  const latest = useLatest(onFound);
  return useCallback(
    async function find(byteOffset: number): Promise<void> {
      waiting.current = byteOffset;
      if (isAsking.current) return;
      isAsking.current = true;
      while (waiting.current !== null) {
        const requested: number = waiting.current;
        waiting.current = null;
        // A terminated worker is reported by the window itself; the mark then stays where it was.
        const value = await askWorker('jsonAt', { sessionId, ordinal, byteOffset: requested }).catch(
          () => null,
        );
        if (value !== null && waiting.current === null) latest.current(value);
      }
      isAsking.current = false;
    },
    [sessionId, ordinal, latest],
  );
}

/**
 * The displayed page: that of the selected value whenever another one is selected, unless it was selected from here;
 * then it stays at the cursor, even when the value starts on an earlier page.
 */
function useFollowedPage(event: ByteRange, selected: ByteRange | null) {
  const [displayed, setDisplayed] = useState({ offset: 0, isSought: true, followed: -1 });
  const own = useRef(-1);
  if (selected !== null && selected.byteOffset !== displayed.followed) {
    const isOwn = own.current === selected.byteOffset;
    setDisplayed({
      offset: isOwn ? displayed.offset : pageStart(selected.byteOffset - event.byteOffset),
      isSought: !isOwn,
      followed: selected.byteOffset,
    });
  }
  return {
    ...displayed,
    goTo: (offset: number) => setDisplayed({ ...displayed, offset: Math.max(0, offset), isSought: false }),
    stay: (byteOffset: number) => {
      own.current = byteOffset;
    },
  };
}

interface BytesTextProps {
  /** `focus` takes the focus, with the cursor at the start of the mark. */
  readonly ref?: Ref<BytesPaneHandle>;
  readonly text: string;
  readonly mark: TextRange | null;
  /** Scrolls the mark into view. False when the user is reading at its position already. */
  readonly isSought: boolean;
  /** The user moved the cursor, to a unit of the text. */
  readonly onCursor: (unit: number) => void;
  /** Enter or Escape. */
  readonly onLeave: () => void;
}

/** View: a read-only text with a cursor and one mark: CodeMirror in a shadow root, as the policy requires. */
function BytesText(props: BytesTextProps) {
  const { text, mark: range, isSought } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useLatest(props);
  const extensions = useMemo(() => [ours(latest), plain], [latest]);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const made = new EditorView({ root, parent: root, state: EditorState.create({ extensions }) });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [extensions]);
  useEffect(() => {
    const doc = view.current?.state.doc;
    if (doc?.length !== text.length || doc.toString() !== text)
      view.current?.setState(EditorState.create({ doc: text, extensions }));
  }, [text, extensions]);
  const from = range?.from ?? -1;
  const to = range?.to ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text loses its mark
  useEffect(() => {
    const isThere = from >= 0 && to <= (view.current?.state.doc.length ?? -1);
    const sought = isThere && isSought ? [EditorView.scrollIntoView(from, { y: 'center' })] : [];
    view.current?.dispatch({ effects: [setMark.of(isThere ? { from, to } : null), ...sought] });
  }, [text, from, to, isSought]);
  const focus = () => {
    const anchor = Math.min(Math.max(0, from), view.current?.state.doc.length ?? 0);
    view.current?.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.current?.focus();
  };
  useImperativeHandle(props.ref, () => ({ focus }));
  return <div ref={host} className={layout('fill narrow crops ground')} />;
}

const setMark = StateEffect.define<TextRange | null>();
const marked = Decoration.mark({ tagName: 'mark', class: 'marked-value' });

const mark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let next = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const range = effect.value;
      const isThere = range !== null && range.to > range.from;
      next = isThere ? Decoration.set(marked.range(range.from, range.to)) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid transparent', boxShadow: 'var(--focus-inset)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--text)', padding: '4px 0' },
  '.cm-line': { padding: '0 12px' },
  '.marked-value': {
    color: 'inherit',
    backgroundColor: 'var(--bg-selected)',
    boxShadow: '0 1px 0 var(--accent), 0 -1px 0 var(--accent)',
  },
  '.hidden-character': {
    padding: '0 2px',
    border: '1px solid var(--line-strong)',
    borderRadius: '3px',
    background: 'var(--bg-sunken)',
    color: 'var(--text-2)',
    fontSize: '11px',
  },
});

/** Invisible characters are a box with their code, as everywhere in the window. */
const hidden = highlightSpecialChars({
  // A carriage return is a line end elsewhere; here it is a byte.
  specialChars: hiddenPattern('\\r'),
  render: (code) => {
    const box = document.createElement('span');
    box.className = 'hidden-character';
    box.textContent = code === 0x0d ? 'U+000D' : displayText(String.fromCodePoint(code));
    return box;
  },
});

/** Tab is not bound: it leaves, as elsewhere. */
const plain: Extension = [
  // Line ends are not normalized, so that each character has its own position.
  EditorState.lineSeparator.of('\n'),
  EditorState.readOnly.of(true),
  EditorView.lineWrapping,
  mark,
  hidden,
  theme,
  keymap.of([...defaultKeymap]),
];

function ours(latest: RefObject<BytesTextProps>): Extension {
  const leave = () => {
    latest.current.onLeave();
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Enter', run: leave },
        { key: 'Escape', run: leave },
      ]),
    ),
    EditorView.contentAttributes.of({
      'aria-label': 'Bytes of the event as text',
      'aria-readonly': 'true',
      spellcheck: 'false',
      tabindex: '0',
    }),
    EditorView.updateListener.of(({ transactions, state }) => {
      if (transactions.some((one) => one.isUserEvent('select')))
        latest.current.onCursor(state.selection.main.head);
    }),
  ];
}
