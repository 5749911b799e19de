import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type CopyKind, copyText, rowKeys } from './copy-actions.ts';
import { LevelButtons } from './LevelButtons.tsx';
import { PayloadPathBar } from './PayloadPathBar.tsx';
import { PayloadRows, type PayloadRowsHandle } from './PayloadRows.tsx';
import { PayloadSearch } from './PayloadSearch.tsx';
import { pathText } from './payload-path.ts';
import { usePayloadSearch } from './payload-search.ts';
import type { PayloadNode, PayloadSource } from './payload-source.ts';
import styles from './payload-tree.module.css';
import { createPayloadTree } from './payload-tree.ts';
import { TextPanel } from './TextPanel.tsx';

/** A payload opens with as much of its outline unfolded as fits in this many rows. */
const FIRST_ROWS = 60;

export interface PayloadTreeProps {
  readonly source: PayloadSource;
  /** Pointer of the value whose members are shown. */
  readonly root: string;
  /** Name of the tree for assistive technology. */
  readonly label: string;
  /** Puts a text on the clipboard; false when that was not allowed. */
  readonly onCopy: (text: string) => Promise<boolean>;
  /** Shows the bytes of a value; without it the menu has no such entry. */
  readonly onShowBytes?: (node: PayloadNode) => void;
  /** For a small place: the search field comes with Ctrl/⌘ F only. */
  readonly lean?: boolean;
}

/**
 * A value as a tree that reads only what is unfolded: any size, any depth. One stop for the keyboard; arrows or
 * `h j k l` move, `y` copies the path, Ctrl/⌘ C the value, Ctrl/⌘ F searches, the menu key opens the row's menu.
 */
export function PayloadTree({ source, root, label, onCopy, onShowBytes, lean = false }: PayloadTreeProps) {
  const tree = useMemo(() => createPayloadTree(source, root), [source, root]);
  const view = useSyncExternalStore(tree.subscribe, tree.snapshot);
  const [focusedId, setFocusedId] = useState('0');
  const [said, setSaid] = useState('');
  const [text, setText] = useState<{ readonly node: PayloadNode; readonly path: string } | null>(null);
  const [hasTools, setHasTools] = useState(!lean);
  const rowList = useRef<PayloadRowsHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const at = Math.max(
    0,
    view.rows.findIndex((row) => row.id === focusedId),
  );

  useEffect(() => {
    setFocusedId('0');
    setText(null);
    void tree.start(FIRST_ROWS);
  }, [tree]);

  // Search tools that were asked for come with the focus in them.
  useEffect(() => {
    if (lean && hasTools) field.current?.focus();
  }, [lean, hasTools]);

  const focus = useCallback((id: string) => {
    setFocusedId(id);
    setSaid('');
  }, []);

  const show = useCallback(
    async (pointer: string) => {
      const id = await tree.reveal(pointer);
      if (id !== null) rowList.current?.show(id);
    },
    [tree],
  );
  const { state: found, search, step } = usePayloadSearch(source, root, show);
  const matches = useMemo(() => new Set(found.pointers), [found.pointers]);

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

  const showText = useCallback(
    (node: PayloadNode) => {
      const index = view.rows.findIndex((row) => row.kind === 'value' && row.node === node);
      setText({ node, path: pathText(rowKeys(view.rows, index, root)) });
    },
    [view.rows, root],
  );

  if (view.status === 'absent') return <p className={styles.notice}>The document has no value here.</p>;
  if (view.status === 'failed') {
    return (
      <p role="alert" className={styles.notice}>
        The value could not be read: {view.message}.
      </p>
    );
  }
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
          <LevelButtons onShow={(levels, budget) => tree.showLevels(levels, budget)} />
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
        tree={tree}
        view={view}
        at={at}
        matches={matches}
        onFocus={focus}
        onCopy={(kind) => void copy(kind)}
        onSearch={() => {
          setHasTools(true);
          field.current?.focus();
        }}
        onText={showText}
        onShowBytes={onShowBytes}
      />
      {text !== null && (
        <TextPanel
          key={text.node.pointer}
          source={source}
          node={text.node}
          path={text.path}
          onClose={() => {
            setText(null);
            rowList.current?.focus();
          }}
        />
      )}
    </div>
  );
}
