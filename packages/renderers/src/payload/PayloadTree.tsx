import {
  type ReactNode,
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
import { type CopyKind, copyText, rowKeys } from './copy-actions.ts';
import { LevelButtons } from './LevelButtons.tsx';
import { PayloadDetailLine } from './PayloadDetailLine.tsx';
import { PayloadPathBar } from './PayloadPathBar.tsx';
import { PayloadRows, type PayloadRowsHandle } from './PayloadRows.tsx';
import { PayloadSearch } from './PayloadSearch.tsx';
import { pathText } from './payload-path.ts';
import { usePayloadSearch } from './payload-search.ts';
import type { PayloadNode, PayloadSource } from './payload-source.ts';
import styles from './payload-tree.module.css';
import { createPayloadTree, type PayloadTreeState, type TreeSnapshot } from './payload-tree.ts';
import { TextPanel } from './TextPanel.tsx';
import { TokenPanel } from './TokenPanel.tsx';
import { useTreeLevels } from './tree-levels.ts';

/** A payload opens with as much of its outline unfolded as fits in this many rows. */
const FIRST_ROWS = 60;

/** What the owner of a tree may ask of it. */
export interface PayloadTreeHandle {
  /**
   * Unfolds the way to a value and makes it the current one, without taking the focus. A byte of the source tells
   * which of repeated keys is meant. False when the tree does not have it.
   */
  show(pointer: string, byteOffset?: number): Promise<boolean>;
  /** Puts the focus on the current row. */
  focus(): void;
}

export interface PayloadTreeProps {
  readonly ref?: Ref<PayloadTreeHandle>;
  readonly source: PayloadSource;
  /** Pointer of the value whose members are shown. */
  readonly root: string;
  /** Name of the tree for assistive technology. */
  readonly label: string;
  /** Puts a text on the clipboard; false when that was not allowed. */
  readonly onCopy: (text: string) => Promise<boolean>;
  /** Shows the bytes of a value; without it the menu has no such entry. */
  readonly onShowBytes?: (node: PayloadNode) => void;
  /** Told whenever another value becomes the current one; null for a row of values that are not loaded. */
  readonly onCurrent?: (node: PayloadNode | null) => void;
  /** Value that is the current one when the tree opens; the first one without it. */
  readonly first?: Pick<PayloadNode, 'pointer' | 'byteOffset'> | null;
  /** For a small place: the search field comes with Ctrl/⌘ F only, and no line says what the current value is. */
  readonly lean?: boolean;
}

/**
 * A value as a tree that reads only what is unfolded: any size, any depth. One stop for the keyboard; arrows or
 * `h j k l` move, `+ - *` unfold by levels, `y` copies the path, Ctrl/⌘ C the value, `t` shows a string as text, `v`
 * held shows a masked value, `b` its bytes, Ctrl/⌘ F searches, the menu key opens the row's menu.
 */
export function PayloadTree(props: PayloadTreeProps) {
  const { source, root, label, onShowBytes, lean = false } = props;
  const tree = useMemo(() => createPayloadTree(source, root), [source, root]);
  const view = useSyncExternalStore(tree.subscribe, tree.snapshot);
  const [focusedId, setFocusedId] = useState('0');
  const [text, setText] = useState<{ readonly node: PayloadNode; readonly path: string } | null>(null);
  const [hasTools, setHasTools] = useState(!lean);
  const rowList = useRef<PayloadRowsHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const detailId = useId();
  const at = Math.max(
    0,
    view.rows.findIndex((row) => row.id === focusedId),
  );
  const { said, setSaid, copy } = useCopying(props, view, at);
  const levels = useTreeLevels(tree, rowList);
  useCurrent(view, at, props.onCurrent);

  const show = useShow(tree, rowList);
  const first = useRef(props.first ?? null);
  useEffect(() => {
    setFocusedId('0');
    setText(null);
    void tree.start(FIRST_ROWS).then(() => {
      const wanted = first.current;
      first.current = null;
      if (wanted !== null) void show(wanted.pointer, wanted.byteOffset);
    });
  }, [tree, show]);

  // A panel takes room; what it is about stays in sight.
  useEffect(() => {
    if (text !== null) rowList.current?.stayInSight();
  }, [text]);

  // Search tools that were asked for come with the focus in them.
  useEffect(() => {
    if (lean && hasTools) field.current?.focus();
  }, [lean, hasTools]);

  const focus = useCallback(
    (id: string) => {
      setFocusedId(id);
      setSaid('');
    },
    [setSaid],
  );
  useImperativeHandle(props.ref, () => ({ show, focus: () => rowList.current?.focus() }), [show]);
  const { state: found, search, step } = usePayloadSearch(source, root, show);
  const matches = useMemo(() => new Set(found.pointers), [found.pointers]);

  const showText = useCallback(
    (node: PayloadNode) => {
      const index = view.rows.findIndex((row) => row.kind === 'value' && row.node === node);
      setText({ node, path: pathText(rowKeys(view.rows, index, root)) });
    },
    [view.rows, root],
  );

  if (view.status === 'absent' || view.status === 'failed') return <NoTree view={view} />;
  return (
    <div className={styles.pane}>
      {hasTools && (
        <div className={styles.tools}>
          <PayloadSearch
            state={found}
            field={field}
            onText={(text) => void search(text)}
            onStep={step}
            onLeave={() => rowList.current?.focus()}
          />
          <LevelButtons said={levels.said} onShow={levels.show} onStep={(by) => levels.step(by, false)} />
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
        matches={matches}
        describedBy={detailId}
        onFocus={focus}
        onCopy={(kind) => void copy(kind)}
        onLevels={(by) => levels.step(by, true)}
        onSearch={() => {
          setHasTools(true);
          field.current?.focus();
        }}
        onText={showText}
        onShowBytes={onShowBytes}
      />
      {text !== null &&
        panelOf(text.node, text.path, source, () => {
          setText(null);
          rowList.current?.focus();
        })}
      {!lean && <PayloadDetailLine id={detailId} row={view.rows[at]} />}
    </div>
  );
}

function NoTree({ view }: { readonly view: TreeSnapshot }) {
  if (view.status === 'absent') return <p className={styles.notice}>The document has no value here.</p>;
  return (
    <p role="alert" className={styles.notice}>
      The value could not be read: {view.message}.
    </p>
  );
}

/** What is below the tree: the parts of a token, or a string as text. */
function panelOf(node: PayloadNode, path: string, source: PayloadSource, onClose: () => void): ReactNode {
  const parts = { source, node, path, onClose };
  if (node.token === undefined) return <TextPanel key={node.pointer} {...parts} />;
  return <TokenPanel key={node.pointer} token={node.token} {...parts} />;
}

function useShow(tree: PayloadTreeState, rowList: RefObject<PayloadRowsHandle | null>) {
  return useCallback(
    async (pointer: string, byteOffset?: number) => {
      const id = await tree.reveal(pointer, byteOffset);
      if (id !== null) rowList.current?.show(id);
      return id !== null;
    },
    [tree, rowList],
  );
}

/** Copies from the current row, and what is said about it. */
function useCopying({ source, root, onCopy }: PayloadTreeProps, view: TreeSnapshot, at: number) {
  const [said, setSaid] = useState('');
  const copy = useCallback(
    async (kind: CopyKind) => {
      try {
        const taken = await copyText(kind, view.rows, at, root, source);
        if (taken === null) setSaid('Nothing to copy');
        else setSaid((await onCopy(taken.text)) ? taken.said : 'The clipboard was not available');
      } catch (why) {
        setSaid(`Not copied: ${why instanceof Error ? why.message : String(why)}`);
      }
    },
    [view.rows, at, root, source, onCopy],
  );
  return { said, setSaid, copy };
}

/** Tells the owner which value is the current one. */
function useCurrent(
  view: TreeSnapshot,
  at: number,
  onCurrent: ((node: PayloadNode | null) => void) | undefined,
): void {
  const row = view.rows[at];
  const node = row?.kind === 'value' ? row.node : null;
  useEffect(() => {
    onCurrent?.(node);
  }, [node, onCurrent]);
}
