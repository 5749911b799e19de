import { MenuButton, type MenuEntry } from '@openwop-inspector/ui';
import { CHOSEN_COLUMNS, COLUMN_WORDS, isSameOrder, ORDERS, orderWords } from '../model/list-columns.ts';
import {
  showColumn,
  showUsualColumns,
  useColumnChoices,
  useColumnWidths,
  useShownColumns,
} from '../state/list-columns.ts';
import { orderList } from '../state/view-actions.ts';
import { useSessionView } from '../state/view-store.ts';

/** The order of the list and its columns. */
export function ListMenu({ sessionId, hasRuns }: { readonly sessionId: string; readonly hasRuns: boolean }) {
  const order = useSessionView(sessionId, (view) => view.order);
  const shown = useShownColumns(sessionId);
  const choices = useColumnChoices();
  const widths = useColumnWidths();
  const orders = [null, ...ORDERS.map((one) => one.order)];
  const columns = CHOSEN_COLUMNS.filter((one) => one !== 'run' || hasRuns);
  const entries: readonly MenuEntry<string>[] = [
    ...orders.map((one, at) => {
      const isChosen = isSameOrder(one, order);
      const title = `List ${orderWords(one)}`;
      return { id: `order ${at}`, title, ...(isChosen ? { icon: 'check' as const, note: 'chosen' } : {}) };
    }),
    ...columns.map((one) => ({
      id: `column ${one}`,
      title: `${shown.has(one) ? 'Hide' : 'Show'} the column ${COLUMN_WORDS[one]}`,
      icon: shown.has(one) ? ('minus' as const) : ('plus' as const),
    })),
    ...(Object.keys(choices).length + Object.keys(widths).length === 0
      ? []
      : [{ id: 'usual', title: 'Show the usual columns' }]),
  ];
  return (
    <MenuButton
      icon="density"
      label="Order and columns of the list"
      entries={entries}
      onAction={(id) => {
        if (id === 'usual') return showUsualColumns();
        const [, chosen] = id.split(' ');
        if (id.startsWith('order ')) return orderList(sessionId, orders[Number(chosen)] ?? null);
        const column = columns.find((one) => one === chosen);
        if (column !== undefined) showColumn(column, !shown.has(column));
      }}
    >
      {''}
    </MenuButton>
  );
}
