/** Saved filters and colouring rules, written to a file and taken from one. */
import { countOf, masker } from '@openwop-inspector/base';
import { pickText } from '@openwop-inspector/ui';
import { filterFile, MAX_FILTERS, readFilterFile } from '../model/filter-file.ts';
import { changeRules, rulesNow, rulesWith } from './colour-rules.ts';
import { showHint } from './hint-store.ts';
import { changeSaved, mayBeKept, useKeptFilters } from './kept-filters.ts';
import { noteFailures } from './notices-store.ts';
import { saveText } from './save-actions.ts';

/** Saves the saved filters and the rules as a file. Must be called while a click or key is fresh. */
export function saveFilterFile(): Promise<void> {
  const text = masker.text(filterFile(useKeptFilters.getState().saved, rulesNow()));
  return saveText({ suggestedName: 'filters.json', text, kind: 'json' });
}

/** Adds the filters and the rules of a file to those that are kept. */
export async function openFilterFile(): Promise<void> {
  const picked = await pickText('Saved filters');
  if (picked === null) return;
  const file = readFilterFile(picked.text);
  if (file.kind === 'wrong') return noteFailures([{ name: picked.name, message: `${file.message}.` }]);
  const { saved } = useKeptFilters.getState();
  const news = file.filters.filter((text) => mayBeKept(text) && !saved.includes(text));
  const rules = rulesWith(file.colours);
  const added = rules.length - rulesNow().length;
  const words = `${news.length} of ${countOf(file.filters.length + file.leftOut, 'filter')} added`;
  if (added > 0) changeRules(`${countOf(added, 'colouring rule')} added`, rules);
  if (news.length > 0) changeSaved(words, [...saved, ...news].slice(0, MAX_FILTERS));
  else if (added === 0) showHint(`${words}.`);
}
