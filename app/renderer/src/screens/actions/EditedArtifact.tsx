import { Button, layout } from '@openwop-inspector/ui';
import type { ApprovalAsked } from '../../model/actions/approval.ts';
import { FieldProblem } from './FieldProblem.tsx';
import { JsonField } from './JsonField.tsx';
import type { DraftPartProps } from './RefineFields.tsx';

export interface EditedArtifactProps extends DraftPartProps {
  readonly asked: ApprovalAsked;
  readonly isUntrusted: boolean;
}

/**
 * The artifact as it is to be accepted. An untrusted one is not put into the answer by itself: it would be untrusted
 * content that advances an approval, which is refused.
 */
export function EditedArtifact({ draft, problems, asked, isUntrusted, onChange }: EditedArtifactProps) {
  const problem = problems.find(({ field }) => field === 'edited')?.message ?? null;
  const { artifactData } = asked;
  return (
    <div className={layout.field}>
      <span>
        editedArtifactData <small>as JSON</small>
      </span>
      <JsonField
        label="editedArtifactData"
        text={draft.edited}
        onChange={(edited) => onChange({ edited, isFromArtifact: draft.isFromArtifact && edited !== '' })}
      />
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
      <FieldProblem problem={problem} />
    </div>
  );
}
