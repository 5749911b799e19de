import { useCheckResume, VisibleText } from '@openwop-inspector/renderers';
import { Button, Facts, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { Fold, TextFact } from '../../shared/Fold.tsx';
import { type AnswerFormProps, answerAction, resumeWarnings } from './answers.ts';
import {
  type ApprovalDraft,
  type ApprovalRequest,
  approvalValue,
  newApprovalDraft,
  REFINE_SCOPES,
  readApproval,
} from './approval.ts';
import { ChoiceLine, type DraftForm, JsonLine, TextLine, useDraft } from './Fields.tsx';
import { FormFrame, SendBar } from './FormFrame.tsx';
import { JsonView } from './RequestView.tsx';

/** An approval with the actions it offers, and no other (bundles-and-transport.md section 8). */
export function ApprovalForm(props: AnswerFormProps) {
  const { sessionId, interrupt, place } = props;
  const { data, isUntrusted, resumeSchema } = interrupt;
  const check = useCheckResume();
  const requested = useMemo(() => readApproval(data), [data]);
  const form = useDraft(() => newApprovalDraft(requested, isUntrusted));
  const { draft, change } = form;
  const make = async () => {
    const made = approvalValue(draft);
    form.setProblems(made.ok ? [] : made.problems);
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
      <Request {...props} request={requested} />
      <ChoiceLine
        title="Action"
        choices={requested.actions}
        value={draft.action}
        onChange={(action) => change({ action })}
      >
        {requested.namesNone ? (
          <small>The request names no actions; these two are known to every host.</small>
        ) : null}
        {requested.offersAsk ? (
          <small>
            The request also offers <code>ask</code>. It asks back and never resolves the approval, so it is
            not sent from here.
          </small>
        ) : null}
      </ChoiceLine>
      {draft.action === 'refine' ? <RefineFields {...form} /> : null}
      {draft.action === 'edit-accept' ? (
        <EditedArtifact {...form} isUntrusted={isUntrusted} artifactData={requested.artifactData} />
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

/** Content to be approved: the words in the frame of untrusted content if untrusted, the facts below. */
function Request({ sessionId, interrupt, request }: AnswerFormProps & { readonly request: ApprovalRequest }) {
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

/** The requested changes, and where (run-events 3.2.3). Earlier votes no longer count after it. */
function RefineFields({ draft, change, problemOf }: DraftForm<ApprovalDraft>) {
  const field = draft.scope === 'items' ? 'itemIds' : 'sectionPath';
  return (
    <>
      <ChoiceLine
        title="What is to be changed"
        label="Scope"
        choices={REFINE_SCOPES}
        value={draft.scope}
        onChange={(scope) => change({ scope })}
      />
      {draft.scope === 'whole' ? null : (
        <TextLine
          key={field}
          label={field}
          {...(field === 'itemIds' ? { explain: 'separated by commas' } : {})}
          value={draft[field]}
          problem={problemOf(field)}
          onChange={(text) => change({ [field]: text })}
        />
      )}
      <TextLine
        label="tags"
        explain="optional, separated by commas"
        value={draft.tags}
        onChange={(tags) => change({ tags })}
      />
      <TextLine
        label="text"
        explain="optional; earlier votes no longer count after a refine"
        value={draft.text}
        isLong
        onChange={(text) => change({ text })}
      />
    </>
  );
}

interface EditedArtifactProps extends DraftForm<ApprovalDraft>, Pick<ApprovalRequest, 'artifactData'> {
  readonly isUntrusted: boolean;
}

/** The artifact as it is to be accepted; an untrusted one is put in only on request. */
function EditedArtifact({ draft, change, problemOf, artifactData, isUntrusted }: EditedArtifactProps) {
  return (
    <JsonLine
      label="editedArtifactData"
      text={draft.edited}
      problem={problemOf('edited')}
      onChange={(edited) => change({ edited, isFromArtifact: draft.isFromArtifact && edited !== '' })}
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
              onPress={() => change({ edited: JSON.stringify(artifactData, null, 2), isFromArtifact: true })}
            >
              Begin with the artifact all the same
            </Button>
          </span>
        </>
      ) : null}
    </JsonLine>
  );
}
