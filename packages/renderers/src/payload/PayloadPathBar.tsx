import { countOf, formatBytes, formatCount, pointerTokens, unreachable } from '@openwop-inspector/base';
import { ControlButton, layout } from '@openwop-inspector/ui';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { pathText } from './payload-search.ts';
import styles from './payload-tree.module.css';
import type { TreeRow } from './tree-rows.ts';
import { formText, stringForm, valueMeaning } from './value-meaning.ts';
import type { PayloadNode, PayloadSource } from './value-source.ts';
import { keyText, stringContent } from './value-text.ts';

/** Innermost steps that are always displayed; what lies between them and the first folds into one mark. */
const LAST_STEPS = 5;

interface PayloadPathBarProps {
  readonly rows: readonly TreeRow[];
  /** Index of the focused row, -1 when there is none. */
  readonly at: number;
  /** What the last copy did, in words. */
  readonly said: string;
  readonly onGo: (index: number) => void;
  readonly onCopy: (kind: CopyKind) => void;
}

/** Where the focused value is, step by step, and what can be copied of it. */
export function PayloadPathBar({ rows, at, said, onGo, onCopy }: PayloadPathBarProps) {
  const trail = rowTrail(rows, at).filter((index) => rows[index]?.kind === 'value');
  const first = trail.length > LAST_STEPS + 1 ? trail.slice(0, 1) : [];
  const last = trail.slice(first.length === 0 ? 0 : -LAST_STEPS);
  const hidden = trail.length - first.length - last.length;
  const step = (index: number) => {
    const row = rows[index];
    if (row?.kind !== 'value') return null;
    return (
      <button
        key={index}
        type="button"
        className={styles.step}
        aria-current={index === at ? 'true' : undefined}
        onClick={() => onGo(index)}
      >
        <VisibleText text={row.node.key === null ? 'document' : keyText(row.node.key)} />
      </button>
    );
  };
  const usable = rows[at]?.kind === 'value';
  return (
    <div className={layout('row wrap min28 ruled gap4 pad0x12x4')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and two payloads may be side by side, so it is not a landmark */}
      <div
        role="group"
        aria-label="Path of the value"
        className={layout('row wrap narrow code second grow160')}
      >
        {first.map(step)}
        {hidden > 0 && <span className={styles.step}>{hidden} more</span>}
        {last.map(step)}
      </div>
      <span role="status" className={layout('fixed nowrap aside')}>
        {said}
      </span>
      <span className={layout('row fixed caption gap2', styles.copies)}>
        <span aria-hidden="true">Copy</span>
        {(['value', 'path', 'pointer'] as const).map((kind) => (
          <ControlButton
            key={kind}
            aria-label={`Copy ${kind}`}
            disabled={!usable}
            onClick={() => onCopy(kind)}
          >
            {kind}
          </ControlButton>
        ))}
      </span>
    </div>
  );
}

/**
 * Below the tree: type, meaning and path of the current value, null for a row of values that are not loaded. In addition
 * to the value, never in its place. The current row names `id` as what describes it.
 */
export function PayloadDetailLine({ id, node }: { readonly id: string; readonly node: PayloadNode | null }) {
  const form = node === null ? null : stringForm(node);
  const meaning = form !== null ? formText(form) : node === null ? null : valueMeaning(node);
  return (
    <div className={layout('row fixed topRuled chrome aside gap12 pad0x12 minControl')}>
      <span id={id} className={layout('grow clip')}>
        {node !== null && kindText(node)}
        {meaning !== null && (
          <>
            {': '}
            <span className={layout.primary}>{meaning}</span>
          </>
        )}
      </span>
      {node !== null && node.byteLength > 0 && (
        <span className={layout.fixed}>
          {formatBytes(node.byteLength)} at byte {formatCount(node.byteOffset)}
        </span>
      )}
    </div>
  );
}

function kindText(node: PayloadNode): string {
  switch (node.kind) {
    case 'object':
      return `object, ${countOf(node.size, 'member')}`;
    case 'array':
      return `array, ${countOf(node.size, 'item')}`;
    case 'string':
      return node.masked ? 'string, masked' : `string, ${countOf(node.size, 'character')}`;
    default:
      return node.kind;
  }
}

// What can be taken away from a row: its value, its path, its pointer.

/** The three copies, by the words on their buttons. */
export type CopyKind = 'value' | 'path' | 'pointer';

/** Keys and indexes from the document's root to a row: those above the tree by pointer, the rest from its rows. */
export function rowKeys(
  rows: readonly TreeRow[],
  at: number,
  rootPointer: string,
): readonly (string | number)[] {
  const keys = rowTrail(rows, at).flatMap((index) => {
    const row = rows[index];
    // The root as its own row is already named by the pointer.
    return row?.kind !== 'value' || row.node.key === null || row.node.pointer === rootPointer
      ? []
      : [row.node.key];
  });
  return [...(pointerTokens(rootPointer) ?? []), ...keys];
}

/** Rows from the outermost container to the row itself, for the path bar. */
export function rowTrail(rows: readonly TreeRow[], at: number): readonly number[] {
  const trail: number[] = [];
  for (let index = at; index !== -1 && rows[index] !== undefined; index = rows[index]?.parent ?? -1) {
    trail.push(index);
  }
  return trail.reverse();
}

/** The text to copy and a word about it. Rejects only when the source does. */
export async function copyText(
  kind: CopyKind,
  rows: readonly TreeRow[],
  at: number,
  rootPointer: string,
  source: PayloadSource,
): Promise<{ readonly text: string; readonly said: string } | null> {
  const row = rows[at];
  if (row?.kind !== 'value') return null;
  switch (kind) {
    case 'path':
      return { text: pathText(rowKeys(rows, at, rootPointer)), said: 'Path copied' };
    case 'pointer':
      return { text: row.node.pointer, said: 'Pointer copied' };
    case 'value': {
      const answer = await source.text(row.node.pointer);
      if (answer === null) return null;
      const text = row.node.kind === 'string' ? stringContent(answer.text) : answer.text;
      const said = answer.truncated ? `First ${formatCount(text.length)} characters copied` : 'Value copied';
      return { text, said };
    }
    default:
      return unreachable(kind);
  }
}
