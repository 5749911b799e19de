import { formatSequence, unreachable } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Icon, layout, Pending, Segmented } from '@openwop-inspector/ui';
import { useState } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { useLiveFacts } from '../../shared/job-query.ts';
import { useLive, useRunClock } from '../live/live-store.ts';
import { jumpTo } from '../sessions/travel.ts';
import { changeView, useSessionView } from '../sessions/view-store.ts';
import { ApprovalForm } from './ApprovalForm.tsx';
import { useOpenInterrupts, useOutcome, useSessionActions } from './action-store.ts';
import type { AnswerFormProps } from './answers.ts';
import { ClarificationForm } from './ClarificationForm.tsx';
import { JsonAnswerForm } from './FormFrame.tsx';
import { answerStanding, asksBySurface, interruptTitle, openText, type Waiting } from './open-interrupt.ts';
import { OutcomeAt } from './RequestView.tsx';
import { nodeOf } from './run-actions.ts';

/** Container: the open interrupts of the run, with the forms to answer them. Without any it says so. */
export function InterruptTab({ sessionId }: { readonly sessionId: string }) {
  return (
    <section className={layout('stack ruled')} aria-label="Open interrupt">
      <Interrupts sessionId={sessionId} />
    </section>
  );
}

function Interrupts({ sessionId }: { readonly sessionId: string }) {
  const { interrupts, failure, isPending } = useOpenInterrupts(sessionId);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const [chosen, setChosen] = useState<string | null>(null);
  const displayed =
    interrupts.find(({ key }) => key === chosen) ??
    interrupts.find(({ ordinal }) => ordinal !== null && ordinal === selected) ??
    interrupts[0];
  if (displayed === undefined) {
    if (isPending) return <Pending>Loading what the run waits for from the host.</Pending>;
    return (
      <>
        <header className={layout('flex wrap baseline breaks gap2x8 pad12')}>
          <h2>Nothing waits for an answer</h2>
          {failure === null ? null : <span className={layout.aside}>{failure}</span>}
        </header>
        <LastAnswer sessionId={sessionId} />
      </>
    );
  }
  return (
    <>
      {interrupts.length === 1 ? null : (
        <div className={layout('flex wrap gap4 pad8x12')}>
          <Segmented
            label={`${interrupts.length} open interrupts`}
            choices={interrupts.map(({ key, kind, nodeId }) => ({ value: key, label: nodeId ?? kind }))}
            value={displayed.key}
            onChange={setChosen}
          />
        </div>
      )}
      <InterruptForm key={displayed.key} sessionId={sessionId} interrupt={displayed} failure={failure} />
    </>
  );
}

interface InterruptFormProps extends Omit<AnswerFormProps, 'place'> {
  readonly failure: string | null;
}

function InterruptForm({ sessionId, interrupt, failure }: InterruptFormProps) {
  const { kind, nodeId, key } = interrupt;
  const runId = useLive(sessionId, ({ live }) => live.runId);
  const Form =
    kind === 'approval' ? ApprovalForm : kind === 'clarification' ? ClarificationForm : JsonAnswerForm;
  const place = `interrupt ${key} ${interrupt.interruptId ?? interrupt.ordinal ?? ''}`;
  return (
    <>
      <header className={layout('flex wrap baseline breaks gap2x8 pad12')}>
        <VisibleText as="h2" text={interruptTitle(interrupt)} />
        <VisibleText
          as="span"
          className={layout.aside}
          text={nodeId === null ? kind : `${kind} at ${nodeId}`}
        />
        <OpenSince sessionId={sessionId} waiting={interrupt} />
      </header>
      <div className={layout('stack gap10 pad0x12x12')}>
        {failure === null ? null : (
          <Remark icon="warning" iconTone="warning">
            {failure} Showing what the log contains.
          </Remark>
        )}
        {interrupt.runId !== runId ? (
          <p className={layout('words breaks')}>
            Run <VisibleText text={interrupt.runId} /> waits for this. Attach to that run to answer it.
          </p>
        ) : asksBySurface(interrupt) ? (
          <BySurface sessionId={sessionId} ordinal={interrupt.ordinal} />
        ) : (
          <Form sessionId={sessionId} interrupt={interrupt} place={place} />
        )}
      </div>
    </>
  );
}

/** A surface is answered by its own buttons, which go through the same dialog (envelope 7.5). */
function BySurface({ sessionId, ordinal }: { readonly sessionId: string; readonly ordinal: number | null }) {
  return (
    <>
      <p className={layout('words breaks')}>
        It asks with a surface. Its own buttons answer it, each after a last look.
      </p>
      {ordinal === null ? null : (
        <span>
          <Button
            look="primary"
            icon="surface"
            onPress={() => {
              jumpTo(sessionId, ordinal);
              changeView(sessionId, { tab: 'rendered' });
            }}
          >
            Show the surface
          </Button>
        </span>
      )}
    </>
  );
}

/** How long the run has waited for the user, and until when. */
function OpenSince({ sessionId, waiting }: { readonly sessionId: string; readonly waiting: Waiting }) {
  const nowMs = useRunClock(sessionId);
  const isHeard = useLive(sessionId, ({ unheardSinceMs }) => unheardSinceMs === null) ?? true;
  return (
    <span className={layout('row toEnd second gap4 rowText selfCentred')}>
      <Icon name="clock" /> {openText(waiting, nowMs, isHeard)}
    </span>
  );
}

/** Result of the last answer, after its form is gone: the interrupt is no longer open. */
function LastAnswer({ sessionId }: { readonly sessionId: string }) {
  const { lastAnswered: place } = useSessionActions(sessionId);
  if (place === null) return null;
  const standing = <Standing sessionId={sessionId} place={place} />;
  return (
    <div className={layout('stack gap10 pad0x12x12')}>
      <OutcomeAt sessionId={sessionId} place={place} since={standing} />
    </div>
  );
}

function Standing({ sessionId, place }: { readonly sessionId: string; readonly place: string }) {
  const acted = useOutcome(sessionId, place);
  const runId = useLive(sessionId, ({ live }) => live.runId) ?? '';
  const nodeId = acted?.kind === 'answered' ? nodeOf(acted.action) : null;
  const standing = answerStanding(useLiveFacts(sessionId), { runId, nodeId });
  switch (standing.kind) {
    case 'resolved': {
      const { ordinal, sequence, type } = standing.by;
      return (
        <>
          The interrupt is resolved:{' '}
          <Button look="link" onPress={() => jumpTo(sessionId, ordinal)}>
            {formatSequence(sequence)} <VisibleText text={type} />
          </Button>
          .
        </>
      );
    }
    case 'run-ended':
      return (
        <>
          The run has ended (<VisibleText text={standing.status} />) and waits for nothing.
        </>
      );
    case 'not-open':
      return 'It is no longer open: neither the log nor the host has it among what waits.';
    default:
      return unreachable(standing);
  }
}
