import { layout, Segmented } from '@openwop-inspector/ui';
import { useId } from 'react';
import { type DraftProblem } from '../../model/actions/answers.ts';
import { type ApprovalDraft, REFINE_SCOPES, type RefineScope } from '../../model/actions/approval.ts';
import { FieldProblem } from './FieldProblem.tsx';

export interface DraftPartProps {
  readonly draft: ApprovalDraft;
  readonly problems: readonly DraftProblem[];
  readonly onChange: (part: Partial<ApprovalDraft>) => void;
}

/** The requested changes, and where (run-events 3.2.3). Earlier votes no longer count after it. */
export function RefineFields({ draft, problems, onChange }: DraftPartProps) {
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.message ?? null;
  return (
    <>
      <div className={layout.field}>
        <span>What is to be changed</span>
        <Segmented<RefineScope>
          label="Scope"
          choices={REFINE_SCOPES.map((scope) => ({ value: scope, label: scope }))}
          value={draft.scope}
          onChange={(scope) => onChange({ scope })}
        />
      </div>
      {draft.scope === 'section' ? (
        <TextLine
          label="sectionPath"
          value={draft.sectionPath}
          problem={problemOf('sectionPath')}
          onChange={(sectionPath) => onChange({ sectionPath })}
        />
      ) : null}
      {draft.scope === 'items' ? (
        <TextLine
          label="itemIds"
          explain="separated by commas"
          value={draft.itemIds}
          problem={problemOf('itemIds')}
          onChange={(itemIds) => onChange({ itemIds })}
        />
      ) : null}
      <TextLine
        label="tags"
        explain="optional, separated by commas"
        value={draft.tags}
        problem={null}
        onChange={(tags) => onChange({ tags })}
      />
      <TextLine
        label="text"
        explain="optional; earlier votes no longer count after a refine"
        value={draft.text}
        problem={null}
        isLong
        onChange={(text) => onChange({ text })}
      />
    </>
  );
}

interface TextLineProps {
  readonly label: string;
  readonly explain?: string;
  readonly value: string;
  readonly problem: string | null;
  readonly isLong?: boolean;
  readonly onChange: (value: string) => void;
}

/** A labelled line of text, with its error below. */
export function TextLine({ label, explain, value, problem, isLong = false, onChange }: TextLineProps) {
  const id = useId();
  const common = {
    id,
    value,
    'aria-invalid': problem !== null,
    'aria-describedby': `${id}-said`,
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  return (
    <div className={layout.field}>
      <label htmlFor={id}>{label}</label>
      {isLong ? <textarea {...common} /> : <input {...common} />}
      <span id={`${id}-said`}>
        {explain === undefined ? null : <small>{explain}</small>}
        <FieldProblem problem={problem} id={`${id}-problem`} />
      </span>
    </div>
  );
}
