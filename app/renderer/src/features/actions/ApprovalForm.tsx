import { useCheckResume, VisibleText } from '@openwop-inspector/renderers';
import { Button, Facts, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { Fold, TextFact } from '../../shared/Fold.tsx';
import type { DraftProblem } from './answers.ts';
import {
  type ApprovalDraft,
  type ApprovalRequest,
  approvalValue,
  newApprovalDraft,
  REFINE_SCOPES,
  readApproval,
} from './approval.ts';
import { type AnswerFormProps, answerAction, resumeWarnings } from './check-answer.ts';
import { ChoiceLine, JsonLine, TextLine } from './Fields.tsx';
import { FormFrame, SendBar } from './FormFrame.tsx';
import { JsonView } from './RequestView.tsx';

/** An approval with the actions it offers, and no other (bundles-and-transport.md section 8). */
export function ApprovalForm({ sessionId, interrupt, place }: AnswerFormProps) {
  const { data, isUntrusted, resumeSchema } = interrupt;
  const check = useCheckResume();
  const requested = useMemo(() => readApproval(data), [data]);
  const [draft, setDraft] = useState(() => newApprovalDraft(requested, isUntrusted));
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const change = (part: Partial<ApprovalDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems([]);
  };
  const make = async () => {
    const made = approvalValue(draft);
    setProblems(made.ok ? [] : made.problems);
    if (!made.ok) return null;
    const warnings = [
      ...(isUntrusted ? [UNTRUSTED_REQUEST] : []),
      ...(await resumeWarnings(check, resumeSchema, made.value)),
    ];
    const isTaken = draft.action === 'edit-accept' && draft.isFromArtifact && isUntrusted;
    return { action: answerAction(interrupt, made.value, isTaken ? 'content' : 'person'), warnings };
  };
  return (
    <>
      <Request sessionId={sessionId} interrupt={interrupt} request={requested} />
      <ChoiceLine
        title="Action"
        choices={requested.actions}
        value={draft.action}
        onChange={(action) => change({ action })}
      >
        <ActionHints request={requested} />
      </ChoiceLine>
      {draft.action === 'refine' ? (
        <RefineFields draft={draft} problems={problems} onChange={change} />
      ) : null}
      {draft.action === 'edit-accept' ? (
        <EditedArtifact
          draft={draft}
          problems={problems}
          isUntrusted={isUntrusted}
          request={requested}
          onChange={change}
        />
      ) : null}
      <TextLine
        label="Comment"
        aside="optional"
        placeholder="Recorded with the decision"
        value={draft.comment}
        onChange={(comment) => change({ comment })}
      />
      <Remark icon="warning" iconTone="warning">
        An answer that you enter can advance this gate. Untrusted content cannot:{' '}
        <code>untrusted_content_blocks_approval</code>.
      </Remark>
      <SendBar sessionId={sessionId} place={place} verb={draft.action} draft={draft} make={make} />
    </>
  );
}

const UNTRUSTED_REQUEST =
  'What is to be approved holds untrusted content. The decision is yours, not that of the content.';

interface RequestProps extends Omit<AnswerFormProps, 'place'> {
  readonly request: ApprovalRequest;
}

/** Content to be approved: the words in the frame of untrusted content if untrusted, the facts below. */
function Request({ sessionId, interrupt, request }: RequestProps) {
  const { words, artifact, artifactData, approvals } = request;
  const hasWords = words.length > 0 || artifactData !== undefined;
  return (
    <>
      {hasWords || interrupt.isUntrusted ? (
        <FormFrame sessionId={sessionId} interrupt={interrupt}>
          {words.map((said) => (
            <p key={said} className={layout('breaks lines remark')}>
              “<VisibleText text={said} />”
            </p>
          ))}
          {artifactData === undefined ? null : (
            <Fold title="Artifact">
              <JsonView label="Artifact" value={artifactData} />
            </Fold>
          )}
          {hasWords ? null : (
            <p className={layout('breaks lines remark')}>
              “<VisibleText text={request.title ?? ''} />”
            </p>
          )}
        </FormFrame>
      ) : null}
      <Facts>
        <TextFact name="artifact" text={artifact} />
        <TextFact name="approvals" text={approvals} />
        <TextFact name="interrupt" text={interrupt.interruptId} isCode />
      </Facts>
    </>
  );
}

/** What the request says of its actions beyond those that can be chosen. */
function ActionHints({ request: { namesNone, offersAsk } }: { readonly request: ApprovalRequest }) {
  return (
    <>
      {namesNone ? <small>The request names no actions; these two are known to every host.</small> : null}
      {offersAsk ? (
        <small>
          The request also offers <code>ask</code>. It asks back and never resolves the approval, so it is not
          sent from here.
        </small>
      ) : null}
    </>
  );
}

interface DraftPartProps {
  readonly draft: ApprovalDraft;
  readonly problems: readonly DraftProblem[];
  readonly onChange: (part: Partial<ApprovalDraft>) => void;
}

/** The requested changes, and where (run-events 3.2.3). Earlier votes no longer count after it. */
function RefineFields({ draft, problems, onChange }: DraftPartProps) {
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.message ?? null;
  return (
    <>
      <ChoiceLine
        title="What is to be changed"
        label="Scope"
        choices={REFINE_SCOPES}
        value={draft.scope}
        onChange={(scope) => onChange({ scope })}
      />
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
        onChange={(tags) => onChange({ tags })}
      />
      <TextLine
        label="text"
        explain="optional; earlier votes no longer count after a refine"
        value={draft.text}
        isLong
        onChange={(text) => onChange({ text })}
      />
    </>
  );
}

interface EditedArtifactProps extends DraftPartProps {
  readonly request: ApprovalRequest;
  readonly isUntrusted: boolean;
}

/** The artifact as it is to be accepted; an untrusted one is put in only on request. */
function EditedArtifact({ draft, problems, request, isUntrusted, onChange }: EditedArtifactProps) {
  const { artifactData } = request;
  return (
    <JsonLine
      label="editedArtifactData"
      text={draft.edited}
      problem={problems.find(({ field }) => field === 'edited')?.message ?? null}
      onChange={(edited) => onChange({ edited, isFromArtifact: draft.isFromArtifact && edited !== '' })}
    >
      {/* An untrusted artifact is not copied into the answer automatically: it would be untrusted content that
          advances an approval, which is refused. */}
      {isUntrusted && artifactData !== undefined && !draft.isFromArtifact ? (
        <>
          <small>
            The artifact is untrusted, so it is not put here by itself: an answer made of it is refused.
          </small>
          <span>
            <Button
              small
              onPress={() =>
                onChange({ edited: JSON.stringify(artifactData, null, 2), isFromArtifact: true })
              }
            >
              Begin with the artifact all the same
            </Button>
          </span>
        </>
      ) : null}
    </JsonLine>
  );
}
