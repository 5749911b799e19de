import { countOf, masker } from '@openwop-inspector/base';
import { MenuButton, type MenuEntry, pickText } from '@openwop-inspector/ui';
import { noteFailures, showHint } from '../../shared/hint-store.ts';
import { openOverlay } from '../../shared/overlay-store.ts';
import { saveText } from '../../shared/save-actions.ts';
import { copyFilterCommand } from '../events/event-copies.ts';
import { toggleDims, useSessionView } from '../sessions/view-store.ts';
import { filterFile, MAX_FILTERS, readFilterFile } from './filter-file.ts';
import {
  addRule,
  changeRules,
  changeSaved,
  maySaveFilter,
  rulesNow,
  rulesWith,
  toggleSaved,
  useColourRules,
  useSavedFilters,
} from './saved-filters.ts';

export interface FilterMenuProps {
  readonly sessionId: string;
  /** The active filter. */
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

/** Maximum number of recent filters in the menu; the palette finds the others. */
const MAX_DISPLAYED = 8;

/** Saved and recent filters, and the actions on the active one. */
export function FilterMenu({ sessionId, text, onChoose }: FilterMenuProps) {
  const { recent, saved } = useSavedFilters();
  const rules = useColourRules();
  const dims = useSessionView(sessionId, (view) => view.dims);
  const own = text.trim();
  const others = recent.filter((one) => one !== own && !saved.includes(one)).slice(0, MAX_DISPLAYED);
  const saveTitle = saved.includes(own) ? 'Remove this filter from the saved ones' : 'Save this filter';
  const entry = (title: string, act: () => void, isOffered = true) =>
    isOffered ? [{ id: title, title, act }] : [];
  const taken = (one: string) => {
    return { id: `take ${one}`, title: one, icon: 'filter' as const, act: () => onChoose(one) };
  };
  const entries: readonly MenuEntry<string>[] = [
    ...saved.map((one) => ({ ...taken(one), note: 'saved' })),
    ...others.map(taken),
    entry(saveTitle, () => toggleSaved(own), own !== ''),
    entry(dims ? 'Hide omitted events' : 'Dim omitted events', () => toggleDims(sessionId)),
    entry('Colour what this filter selects', () => addRule(own), own !== ''),
    entry('Colouring rules', () => openOverlay('colours')),
    entry('Copy as a command', () => void copyFilterCommand(sessionId)),
    entry('Add filters from a file', () => void openFilterFile()),
    entry('Save filters and rules as a file', () => void saveFilterFile(), saved.length + rules.length > 0),
  ].flat();
  return <MenuButton icon="filter" label="Filters: saved and recent" entries={entries} />;
}

/** Saves the saved filters and the rules as a file. Must be called while a click or key is fresh. */
function saveFilterFile(): Promise<void> {
  const text = masker.text(filterFile(useSavedFilters.getState().saved, rulesNow()));
  return saveText({ suggestedName: 'filters.json', text, kind: 'json' });
}

/** Adds the filters and the rules of a file to the saved ones. */
async function openFilterFile(): Promise<void> {
  const picked = await pickText('Saved filters');
  if (picked === null) return;
  const file = readFilterFile(picked.text);
  if (file.kind === 'wrong') return noteFailures([{ name: picked.name, message: `${file.message}.` }]);
  const { saved } = useSavedFilters.getState();
  const news = file.filters.filter((text) => maySaveFilter(text) && !saved.includes(text));
  const rules = rulesWith(file.colours);
  const added = rules.length - rulesNow().length;
  const words = `${news.length} of ${countOf(file.filters.length + file.leftOut, 'filter')} added`;
  if (added > 0) changeRules(`${countOf(added, 'colouring rule')} added`, rules);
  if (news.length > 0) changeSaved(words, [...saved, ...news].slice(0, MAX_FILTERS));
  else if (added === 0) showHint(`${words}.`);
}
