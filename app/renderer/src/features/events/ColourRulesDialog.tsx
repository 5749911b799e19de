import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Dialog, DialogActions, IconButton, layout } from '@openwop-inspector/ui';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { useJob } from '../../shared/job-query.ts';
import markStyles from '../../shared/Parts.module.css';
import { type ColourRule, isMark, MARK_WORDS, MARKS, MAX_RULES, moved } from '../filter/filter-file.ts';
import { addRule, changeRules, useColourRules } from '../filter/saved-filters.ts';
import { useSessionsStore } from '../sessions/sessions-store.ts';
import { useSessionView } from '../sessions/view-store.ts';

/** The colouring rules: a filter each, and the mark of the rows that it selects. Every change shows at once. */
export function ColourRulesDialog({ onClose }: { readonly onClose: () => void }) {
  const sessionId = useSessionsStore((state) => state.activeId) ?? '';
  const rules = useColourRules();
  const inForce = useSessionView(sessionId, (view) => view.filterText).trim();
  const filters = rules.map(({ filter }) => filter);
  const enabled = sessionId !== '' && filters.length > 0;
  // Null for each filter that can be read; none until that is known.
  const { data: faults = [] } = useJob('filterFaults', { sessionId, texts: filters }, { enabled });
  return (
    <Dialog title="Colouring rules" kind="form" onClose={onClose}>
      <p className={layout.words}>
        A rule marks the rows that its filter selects, in every list of events. The first one that selects a
        row counts.
      </p>
      {rules.length === 0 ? (
        <p className={layout.remark}>There is no rule yet.</p>
      ) : (
        <ol className={layout('grid gap6')} aria-label="Rules">
          {rules.map((rule, at) => (
            <RuleRow
              // Rules have no name but their place; a button keeps the focus when its rule has moved.
              // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be the same
              key={at}
              rules={rules}
              rule={rule}
              at={at}
              fault={faults[at] ?? null}
            />
          ))}
        </ol>
      )}
      <NewRule suggested={inForce} isFull={rules.length >= MAX_RULES} />
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface FilterInputProps extends ComponentProps<'input'> {
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
}

/** A text field for the filter of a rule. */
function FilterInput({ onText, onEnter, ...input }: FilterInputProps) {
  return (
    <input
      {...input}
      className={layout.input}
      spellCheck={false}
      maxLength={2000}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && onEnter()}
    />
  );
}

interface RuleRowProps {
  readonly rules: readonly ColourRule[];
  readonly rule: ColourRule;
  /** Index of the rule. */
  readonly at: number;
  readonly fault: string | null;
}

function RuleRow({ rules, rule, at, fault }: RuleRowProps) {
  const { filter, mark, isOn } = rule;
  const [typed, setTyped] = useState({ over: filter, text: filter });
  // What was typed over another rule's filter is over with that rule.
  const text = typed.over === filter ? typed.text : filter;
  const about = useId();
  const name = `rule ${at + 1}`;
  const change = (words: string, part: Partial<ColourRule>) =>
    changeRules(words, rules.with(at, { ...rule, ...part }));
  const move = (by: 1 | -1) =>
    changeRules(by === 1 ? 'Rule moved down' : 'Rule moved up', moved(rules, at, by));
  const onText = (given: string) => setTyped({ over: filter, text: given });
  const commit = () => {
    const wanted = text.trim();
    if (wanted === '') onText(filter);
    else if (wanted !== filter) change('Rule changed', { filter: wanted });
  };
  return (
    <li className={layout('grid aligned gap6 ruleColumns')}>
      <input
        type="checkbox"
        className={layout.flush}
        aria-label={`Rule ${at + 1} is on`}
        checked={isOn}
        onChange={({ target }) => change(target.checked ? 'Rule on' : 'Rule off', { isOn: target.checked })}
      />
      <span className={layout('rounded meta bold ruleMark wide17', markStyles[mark])} aria-hidden="true">
        {mark}
      </span>
      <MarkChoice
        label={`Mark of ${name}`}
        value={mark}
        onChange={(next) => change('Rule changed', { mark: next })}
      />
      <FilterInput
        aria-label={`Filter of ${name}`}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : about}
        value={text}
        onText={onText}
        onBlur={commit}
        onEnter={commit}
      />
      <IconButton icon="arrowUp" label={`Move ${name} up`} isDisabled={at === 0} onPress={() => move(-1)} />
      <IconButton
        icon="arrowDown"
        label={`Move ${name} down`}
        isDisabled={at === rules.length - 1}
        onPress={() => move(1)}
      />
      <IconButton
        icon="close"
        label={`Remove ${name}`}
        onPress={() => changeRules('Rule removed', rules.toSpliced(at, 1))}
      />
      {fault === null ? null : <RuleFault id={about} fault={fault} />}
    </li>
  );
}

/** Says why the filter of a rule selects nothing. */
function RuleFault({ id, fault }: { readonly id: string; readonly fault: string }) {
  return (
    <small id={id} className={layout('errorText breaks fromColumn4')}>
      It selects nothing: <VisibleText text={fault} />
    </small>
  );
}

interface MarkChoiceProps {
  readonly label: string;
  readonly value: ColourRule['mark'];
  readonly onChange: (mark: ColourRule['mark']) => void;
}

/** The list from which the mark of a rule is chosen. */
function MarkChoice({ label, value, onChange }: MarkChoiceProps) {
  return (
    <select
      aria-label={label}
      className={layout.input}
      value={value}
      onChange={({ target }) => isMark(target.value) && onChange(target.value)}
    >
      {MARKS.map((mark) => (
        <option key={mark} value={mark}>
          {MARK_WORDS[mark]}
        </option>
      ))}
    </select>
  );
}

/** Filter of a new rule, initially the active filter. */
function NewRule({ suggested, isFull }: { readonly suggested: string; readonly isFull: boolean }) {
  const [text, setText] = useState(suggested);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    if (text.trim() === '' || isFull) return;
    addRule(text);
    setText('');
    // The next rule is typed where this one was; the button has nothing more to add.
    field.current?.focus();
  };
  return (
    <div className={layout.field}>
      <label htmlFor={id}>New rule: filter</label>
      <div className={layout('row gap8')}>
        <FilterInput
          ref={field}
          id={id}
          placeholder="node:draft is:failed"
          disabled={isFull}
          value={text}
          onText={setText}
          onEnter={add}
        />
        <Button icon="plus" isDisabled={isFull || text.trim() === ''} onPress={add}>
          Add
        </Button>
      </div>
      {isFull ? <small>There are {MAX_RULES} rules, which is as many as there can be.</small> : null}
    </div>
  );
}
