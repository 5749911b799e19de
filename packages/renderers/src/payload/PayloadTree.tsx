import { countOf, errorText, formatCount } from '@openwop-inspector/base';
import { ControlButton, layout, useLatest } from '@openwop-inspector/ui';
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { SearchBar } from '../parts/elements.tsx';
import { type CopyKind, copyText, PayloadDetailLine, PayloadPathBar, rowKeys } from './PayloadPathBar.tsx';
import { PayloadRows, type PayloadRowsHandle } from './PayloadRows.tsx';
import { pathText, usePayloadSearch } from './payload-search.ts';
import { PayloadTreeState, type TreeSnapshot } from './payload-tree.ts';
import { ValuePanel } from './TextPanel.tsx';
import { deepestLevel, wholeLevels } from './tree-rows.ts';
import type { PayloadNode, PayloadSource } from './value-source.ts';

/** Unfolding many levels at once stops at this many rows. */
const MAX_ROWS = 2_000;

/** A payload opens with as much of its outline unfolded as fits in this many rows. */
const FIRST_ROWS = 60;

/** What the owner of a tree may ask of it. */
export interface PayloadTreeHandle {
  /**
   * Unfolds the path to a value and makes it current, with the focus on it if requested. A byte of the source
   * distinguishes repeated keys. False when the tree does not have it.
   */
  show(pointer: string, byteOffset?: number, takesFocus?: boolean): Promise<boolean>;
  /** Puts the focus on the current row. */
  focus(): void;
}

export interface PayloadTreeProps {
  readonly ref?: Ref<PayloadTreeHandle>;
  readonly source: PayloadSource;
  /** Pointer of the value whose members are displayed. */
  readonly root: string;
  /** Name of the tree for assistive technology. */
  readonly label: string;
  /** Puts a text on the clipboard; false when that was not allowed. */
  readonly onCopy: (text: string) => Promise<boolean>;
  /** Shows the bytes of a value; without it the menu has no such entry. */
  readonly onShowBytes?: (node: PayloadNode) => void;
  /** Writes a note on a value; without it there is no such entry and no such key. */
  readonly onNote?: (node: PayloadNode) => void;
  /** Called whenever another value becomes current; null for a row of values that are not loaded. */
  readonly onCurrent?: (node: PayloadNode | null) => void;
  /** Value that is the current one when the tree opens; the first one without it. */
  readonly first?: (Pick<PayloadNode, 'pointer'> & Partial<Pick<PayloadNode, 'byteOffset'>>) | null;
  /** For a small place: the search field comes with Ctrl/⌘ F only, and no line says what the current value is. */
  readonly lean?: boolean;
}

/**
 * A value as a tree that reads only what is unfolded: any size, any depth. One stop for the keyboard; arrows or `h j k
 * l` move, `+ - *` unfold by levels, `y` copies the path, Ctrl/⌘ C the value, `t` shows a string as text, `v` down
 * shows a masked value, `b` its bytes, `m` writes a note on it, Ctrl/⌘ F searches, the menu key opens the row's menu.
 */
export function PayloadTree(props: PayloadTreeProps) {
  const { source, label, onShowBytes, onNote, lean = false } = props;
  const rowList = useRef<PayloadRowsHandle>(null);
  const { tree, view, at, focusedId, setFocusedId, show } = useOpenTree(props, rowList);
  const { said, setSaid, copy } = useCopying(props, view, at);
  const levels = useTreeLevels(tree, rowList);
  const panel = usePanel(props, tree, view, rowList);
  const search = useSearchTools(props, show);
  const node = useCurrent(view, at, props.onCurrent);
  const focus = useCallback(
    (id: string) => {
      setFocusedId(id);
      setSaid('');
    },
    [setFocusedId, setSaid],
  );
  const detailId = useId();
  if (view.status === 'absent' || view.status === 'failed') return <NoTree view={view} />;
  return (
    <div className={layout('column pane')}>
      {search.isVisible && (
        <div className={layout('row wrap gap4x12 pad0x12x4')}>
          <SearchBar {...search.bar} onEscape={() => search.clear() || rowList.current?.focus()} />
          <LevelButtons {...levels} />
        </div>
      )}
      <PayloadPathBar
        rows={view.rows}
        at={at}
        said={said}
        onGo={(index) => rowList.current?.goTo(index)}
        onCopy={(kind) => void copy(kind)}
      />
      <PayloadRows
        ref={rowList}
        label={label}
        source={source}
        tree={tree}
        view={view}
        at={at}
        focusedId={focusedId}
        matches={search.matches}
        describedBy={detailId}
        onFocus={focus}
        onText={panel.open}
        commands={{
          onShowBytes,
          onNote,
          onCopy: (kind) => void copy(kind),
          onLevels: (by) => levels.step(by, true),
          onSearch: search.open,
        }}
      />
      {panel.below}
      {!lean && <PayloadDetailLine id={detailId} node={node} />}
    </div>
  );
}

type RowList = RefObject<PayloadRowsHandle | null>;

/** The tree of a source, started, with its current row. Another source or root resets it. */
function useOpenTree({ source, root, ref, first }: PayloadTreeProps, rowList: RowList) {
  const tree = useMemo(() => new PayloadTreeState(source, root), [source, root]);
  const view = useSyncExternalStore(tree.subscribe, tree.snapshot);
  const [focusedId, setFocusedId] = useState('0');
  const found = view.rows.findIndex((row) => row.id === focusedId);
  const show = useCallback(
    async (pointer: string, byteOffset?: number, takesFocus = false, isWanted?: () => boolean) => {
      await tree.start(FIRST_ROWS);
      const id = await tree.reveal(pointer, byteOffset);
      if (id === null || isWanted?.() === false) return false;
      const index = tree.snapshot().rows.findIndex((row) => row.id === id);
      rowList.current?.goTo(index, takesFocus);
      return true;
    },
    [tree, rowList],
  );
  const wanted = useRef(first ?? null);
  const latestId = useLatest(focusedId);
  useEffect(() => {
    setFocusedId('0');
    void tree.start(FIRST_ROWS).then(() => {
      const place = wanted.current;
      wanted.current = null;
      // Who has moved meanwhile stays where they are.
      const isWanted = () => latestId.current === '0';
      if (place !== null) void show(place.pointer, place.byteOffset, false, isWanted);
    });
  }, [tree, latestId, show]);
  useImperativeHandle(ref, () => ({ show, focus: () => rowList.current?.focus() }), [show, rowList]);
  return { tree, view, at: Math.max(0, found), focusedId, setFocusedId, show };
}

/** The search of a tree. In a small place its tools appear on request, with the focus in them. */
function useSearchTools({ source, root, lean = false }: PayloadTreeProps, show: (pointer: string) => void) {
  const [isVisible, setIsVisible] = useState(!lean);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (lean && isVisible) field.current?.focus();
  }, [lean, isVisible]);
  const { state, search, step } = usePayloadSearch(source, root, show);
  const { text, pointers, at, truncated, failure } = state;
  const matches = useMemo(() => new Set(pointers), [pointers]);
  return {
    isVisible,
    matches,
    open() {
      setIsVisible(true);
      field.current?.focus();
    },
    /** Empties the field; false when it was empty. */
    clear(): boolean {
      if (text !== '') void search('');
      return text !== '';
    },
    bar: {
      field,
      label: 'Search keys and values',
      hint: 'Keys, values, or a pointer such as /error/code',
      text,
      found: { count: pointers.length, at, isCut: truncated },
      failure,
      onText: (wanted: string) => void search(wanted),
      onStep: step,
    },
  };
}

/** What is displayed below a tree: a string as text, or the parts of a token. */
function usePanel(
  { source, root }: PayloadTreeProps,
  tree: PayloadTreeState,
  view: TreeSnapshot,
  rowList: RowList,
) {
  const [current, setCurrent] = useState<{ readonly node: PayloadNode; readonly path: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel belongs to the tree it was opened from
  useEffect(() => setCurrent(null), [tree]);
  // A panel takes space; its value stays visible.
  useEffect(() => {
    if (current !== null) rowList.current?.stayVisible();
  }, [current, rowList]);
  const open = useCallback(
    (node: PayloadNode) => {
      const index = view.rows.findIndex((row) => row.kind === 'value' && row.node === node);
      setCurrent({ node, path: pathText(rowKeys(view.rows, index, root)) });
    },
    [view.rows, root],
  );
  const close = () => {
    setCurrent(null);
    rowList.current?.focus();
  };
  const below = current !== null && (
    <ValuePanel key={current.node.pointer} source={source} {...current} onClose={close} />
  );
  return { below, open };
}

/** What is said instead of a tree that has no value or could not be read. */
function NoTree({ view }: { readonly view: TreeSnapshot }) {
  if (view.status === 'absent')
    return <p className={layout('words pad12')}>The document has no value here.</p>;
  return (
    <p role="alert" className={layout('words pad12')}>
      The value could not be read: {view.message}.
    </p>
  );
}

/** Copies from the current row, and what is said about it. */
function useCopying({ source, root, onCopy }: PayloadTreeProps, view: TreeSnapshot, at: number) {
  const [said, setSaid] = useState('');
  const copy = async (kind: CopyKind) => {
    try {
      const taken = await copyText(kind, view.rows, at, root, source);
      if (taken === null) setSaid('Nothing to copy');
      else setSaid((await onCopy(taken.text)) ? taken.said : 'The clipboard was not available');
    } catch (why) {
      setSaid(`Not copied: ${errorText(why)}`);
    }
  };
  return { said, setSaid, copy };
}

/** The current value, of which the owner is notified; null for a row of values that are not loaded. */
function useCurrent(view: TreeSnapshot, at: number, onCurrent: PayloadTreeProps['onCurrent']) {
  const row = view.rows[at];
  const node = row?.kind === 'value' ? row.node : null;
  useEffect(() => {
    onCurrent?.(node);
  }, [node, onCurrent]);
  return node;
}

/** Unfolds a whole tree to a number of levels, within a number of rows; `said` is what the last one left out. */
function useTreeLevels(tree: PayloadTreeState, rowList: RowList) {
  const [said, setSaid] = useState('');
  const show = async (levels: number, takesFocus = false) => {
    setSaid('');
    const all = await tree.showLevels(levels, MAX_ROWS);
    rowList.current?.keep(takesFocus);
    if (!all) setSaid(`Stopped at ${formatCount(MAX_ROWS)} rows`);
  };
  const step = (by: 'more' | 'fewer' | 'all', takesFocus: boolean) => {
    const { rows } = tree.snapshot();
    const more = by === 'all' ? Number.POSITIVE_INFINITY : wholeLevels(rows) + 1;
    void show(by === 'fewer' ? Math.max(1, deepestLevel(rows) - 1) : more, takesFocus);
  };
  return { said, show, step };
}

/** Buttons that unfold the tree to a number of levels, and what was left out. */
function LevelButtons({ said, show, step }: ReturnType<typeof useTreeLevels>) {
  const button = (label: string, name: string, onClick: () => void) => (
    <ControlButton key={label} aria-label={name} title={name} onClick={onClick}>
      {label}
    </ControlButton>
  );
  return (
    <fieldset className={layout('row fixed gap2')}>
      <legend className={layout('caption legend')}>Levels</legend>
      {button('\u2212', 'Show one level fewer', () => step('fewer', false))}
      {[1, 2, 3].map((levels) =>
        button(String(levels), `Show ${countOf(levels, 'level')}`, () => void show(levels)),
      )}
      {button('+', 'Show one level more', () => step('more', false))}
      {button('all', 'Show all levels', () => step('all', false))}
      <span role="status" className={layout('fixed nowrap aside')}>
        {said}
      </span>
    </fieldset>
  );
}
