import { formatBytes, formatCount } from '@openwop-inspector/base';
import { classNames, layout } from '@openwop-inspector/ui';
import type { PayloadNode } from './payload-source.ts';
import styles from './payload-tree.module.css';
import { formText, stringForm } from './string-form.ts';
import type { TreeRow } from './tree-rows.ts';
import { valueMeaning } from './value-meaning.ts';

export interface PayloadDetailLineProps {
  /** Named by the current row as what describes it. */
  readonly id: string;
  readonly row: TreeRow | undefined;
}

/** Below the tree: type, meaning and path of the current value. In addition to the value, never in its place. */
export function PayloadDetailLine({ id, row }: PayloadDetailLineProps) {
  const node = row?.kind === 'value' ? row.node : null;
  const meaning = node === null ? null : meaningText(node);
  return (
    <div className={styles.detailLine}>
      <span id={id} className={classNames(layout.grow, layout.clip)}>
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

function meaningText(node: PayloadNode): string | null {
  const form = stringForm(node);
  return form === null ? valueMeaning(node) : formText(form);
}

function kindText(node: PayloadNode): string {
  switch (node.kind) {
    case 'object':
      return `object, ${formatCount(node.size)} ${node.size === 1 ? 'member' : 'members'}`;
    case 'array':
      return `array, ${formatCount(node.size)} ${node.size === 1 ? 'item' : 'items'}`;
    case 'string':
      return node.masked ? 'string, masked' : `string, ${formatCount(node.size)} ${characters(node.size)}`;
    default:
      return node.kind;
  }
}

function characters(count: number): string {
  return count === 1 ? 'character' : 'characters';
}
