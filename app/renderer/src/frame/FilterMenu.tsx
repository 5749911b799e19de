import { MenuButton, type MenuEntry } from '@openwop-inspector/ui';
import { addRule, useColourRules } from '../state/colour-rules.ts';
import { copyFilterCommand } from '../state/copy-event.ts';
import { openFilterFile, saveFilterFile } from '../state/filter-files.ts';
import { toggleSaved, useKeptFilters } from '../state/kept-filters.ts';
import { openOverlay } from '../state/overlay-store.ts';
import { toggleDims } from '../state/view-actions.ts';
import { useSessionView } from '../state/view-store.ts';

export interface FilterMenuProps {
  readonly sessionId: string;
  /** The filter in force. */
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

/** Filters of late that the menu shows; the palette finds the others. */
const SHOWN = 8;

/** Saved filters and those of late, and what can be done with the one in force. */
export function FilterMenu({ sessionId, text, onChoose }: FilterMenuProps) {
  const { recent, saved } = useKeptFilters();
  const rules = useColourRules();
  const dims = useSessionView(sessionId, (view) => view.dims);
  const own = text.trim();
  const others = recent.filter((one) => one !== own && !saved.includes(one)).slice(0, SHOWN);
  const entries: readonly MenuEntry<string>[] = [
    ...saved.map((one) => ({ id: `take ${one}`, title: one, icon: 'filter' as const, note: 'saved' })),
    ...others.map((one) => ({ id: `take ${one}`, title: one, icon: 'filter' as const })),
    ...(own === ''
      ? []
      : [
          {
            id: 'toggle',
            title: saved.includes(own) ? 'Remove this filter from the saved ones' : 'Save this filter',
          },
        ]),
    {
      id: 'dims',
      title: dims ? 'Hide what the filter leaves out' : 'Dim what the filter leaves out',
    },
    ...(own === '' ? [] : [{ id: 'colour', title: 'Colour what this filter selects' }]),
    { id: 'colours', title: 'Colouring rules' },
    { id: 'command', title: 'Copy as a command' },
    { id: 'open', title: 'Add filters from a file' },
    ...(saved.length + rules.length === 0 ? [] : [{ id: 'file', title: 'Save filters and rules as a file' }]),
  ];
  return (
    <MenuButton
      icon="filter"
      label="Filters: saved ones, those of late"
      entries={entries}
      onAction={(id) => {
        if (id === 'toggle') toggleSaved(own);
        else if (id === 'colour') addRule(own);
        else if (id === 'colours') openOverlay('colours');
        else if (id === 'dims') toggleDims(sessionId);
        else if (id === 'command') void copyFilterCommand(sessionId);
        else if (id === 'open') void openFilterFile();
        else if (id === 'file') void saveFilterFile();
        else onChoose(id.slice('take '.length));
      }}
    >
      {''}
    </MenuButton>
  );
}
