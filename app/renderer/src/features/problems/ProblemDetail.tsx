import { formatCount, formatSequence, masker } from '@openwop-inspector/base';
import { clauseAsMarkdown, type Problem, problemInfo } from '@openwop-inspector/protocol';
import { Clause } from '@openwop-inspector/renderers';
import { type EventRow, type ProblemRow, sourcePlace } from '@openwop-inspector/run-log';
import { Badge, Button, CopyButton, EmptyState, Fact, Facts, Kbd, layout } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { TextFact } from '../../shared/Fold.tsx';
import { useEventRow } from '../../shared/job-query.ts';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import { showView, useSessionView } from '../sessions/view-store.ts';

/** The right pane's Problem tab: description, place, rule, remedy. */
export function ProblemDetail({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.problem);
  const row = useEventRow(sessionId, selected?.ordinal ?? null);
  if (selected === null) {
    return (
      <EmptyState title="No problem is selected">
        Choose one in the list, or press <Kbd keys={keysOf('next-problem')} /> for the next and{' '}
        <Kbd keys={keysOf('previous-problem')} /> for the previous.
      </EmptyState>
    );
  }
  const event = row?.ordinal === selected.ordinal ? row : null;
  const showEvent = () => showView(sessionId, 'events');
  const { problem } = selected;
  const { title, advice, clause } = problemInfo(problem.code);
  return (
    <article className={layout.finding}>
      <header className={layout.findingPart}>
        <h2 className={layout('row wrap gap8 codeTitle')}>
          <Badge tone={problem.severity}>{SEVERITY_FORM[problem.severity].word}</Badge>
          {problem.code}
        </h2>
        <p className={layout('words prose')}>
          <b>{title}.</b> {problem.message}
        </p>
      </header>
      <section className={layout.findingPart}>
        <h3>Where</h3>
        <PlaceFacts problem={problem} event={event} onShow={showEvent} />
      </section>
      <section className={layout.findingPart}>
        <h3>What the rule says</h3>
        <p className={layout('words quoted')}>
          {title}. <Clause isQuiet clause={problem.clause ?? clause} />
        </p>
      </section>
      <section className={layout.findingPart}>
        <h3>What to do</h3>
        <p className={layout('words prose')}>{advice}</p>
        <div className={layout('flex wrap gap8 padTop8')}>
          {event === null ? null : <Button onPress={showEvent}>Show the event in its list</Button>}
          <CopyButton label="Copy problem" text={masker.text(problemText(selected))} />
        </div>
      </section>
    </article>
  );
}

interface PlaceFactsProps {
  readonly problem: Problem;
  readonly event: EventRow | null;
  readonly onShow: () => void;
}

/** Where the problem is: its event, the pointer into it, the place in the file. */
function PlaceFacts({ problem, event, onShow }: PlaceFactsProps) {
  const { eventId, pointer = '' } = problem;
  return (
    <Facts>
      {event === null ? null : (
        <Fact name="event">
          <Button look="link" onPress={onShow}>
            {formatSequence(event.sequence)} <code>{event.type}</code>
          </Button>
          {event.nodeId === null ? null : `, node ${event.nodeId}`}
        </Fact>
      )}
      <TextFact name="eventId" text={eventId ?? null} isCode />
      {pointer === '' ? null : (
        <Fact name="pointer">
          <code>{pointer}</code>
          <CopyButton label="Copy pointer" text={masker.text(pointer)} iconOnly small />
        </Fact>
      )}
      <Fact name="place">{sourcePlace(problem) || 'the file as a whole'}</Fact>
    </Facts>
  );
}

/** The problem as text for a report; contains the text of the list and no content. */
function problemText({ problem, nodeId }: ProblemRow): string {
  const { title, advice, clause } = problemInfo(problem.code);
  const lines = [
    `${problem.severity}: ${problem.code} (${title})`,
    problem.message,
    problem.sequence === undefined ? null : `sequence ${problem.sequence}`,
    problem.eventId === undefined ? null : `eventId ${problem.eventId}`,
    nodeId === null ? null : `node ${nodeId}`,
    problem.pointer === undefined ? null : `pointer ${problem.pointer}`,
    sourcePlace(problem) || null,
    `clause ${clauseAsMarkdown(problem.clause ?? clause)}`,
    advice,
  ];
  return lines.filter((line) => line !== null).join('\n');
}

/** Position in the file: the line when there are lines, else the byte. */
export function placeText({ line, byteOffset }: Problem): string {
  if (line !== undefined) return `line ${formatCount(line)}`;
  return byteOffset === undefined ? '' : `byte ${formatCount(byteOffset)}`;
}
