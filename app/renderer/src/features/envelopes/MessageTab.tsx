import { AGH_STEPS, aghReasonCodes } from '@openwop-inspector/acceptor-core';
import { countOf, formatSequence, type MaskedText } from '@openwop-inspector/base';
import { Clause, displayText, useRenderServices, VisibleText } from '@openwop-inspector/renderers';
import type { MessageFacts, PeerCardRow, PlacedMessage } from '@openwop-inspector/run-log';
import {
  Badge,
  type BadgeTone,
  Button,
  classNames,
  Fact,
  Facts,
  layout,
  Pending,
  Segmented,
} from '@openwop-inspector/ui';
import { type PropsWithChildren, useState } from 'react';
import { Unread } from '../../shared/Failure.tsx';
import { TextFact } from '../../shared/Fold.tsx';
import type { MessageAnswer } from '../../worker/message-job.ts';
import { useMessage } from '../detail/content-queries.ts';
import { useSessionView } from '../sessions/view-store.ts';

const TONES: Readonly<Record<MessageAnswer['verdict']['status'], BadgeTone>> = {
  accepted: 'ok',
  rejected: 'error',
  duplicate: 'warning',
  ignored: 'note',
};

/** Display names of the dialects (agh 9). */
const DIALECTS: Readonly<Record<string, string>> = {
  seed: 'seed (seven kinds)',
  earlier: 'earlier, under the same protocol name',
  later: 'later (workspaces, six kinds)',
};

/** Container: the verdict of the selected AGH Network message, and its context. */
export function MessageTab({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.selected);
  const [now, setNow] = useState<number | null>(null);
  const { data, error } = useMessage(sessionId, selected, now);
  if (selected === null) return <p className={layout.pad12}>No message is selected.</p>;
  if (error !== null)
    return <Unread what="The message" why={error.message} className={layout('words pad12')} />;
  if (data === undefined) return <Pending>Validating the message.</Pending>;
  if (data === null)
    return <p className={layout.pad12}>The selected row is an event of a run, not a message.</p>;
  const { facts, before, usedBefore } = data;
  return (
    <div className={layout('fill scrolls')}>
      <MessageHead {...data} />
      <InteractionSection {...facts} />
      <PlacedLinks title="Receipts" places={facts.receipts} />
      <PlacedLinks title="Answers and effects" places={facts.answers} />
      <MessageSteps {...data}>
        <ClockField now={now} onChange={setNow} />
        {usedBefore === before ? null : (
          <p className={layout('words third')}>
            Validated after the {countOf(usedBefore, 'message')} before{' '}
            {formatSequence(facts.placed.sequence)}, not after all of them.
          </p>
        )}
      </MessageSteps>
      <PeerCards peers={facts.peers} />
    </div>
  );
}

interface ClockFieldProps {
  /** Unix seconds; null for the clock of the log. */
  readonly now: number | null;
  readonly onChange: (now: number | null) => void;
}

/** View: the clock for the freshness of a message: the newest message so far, or a user-set second (agh 3). */
function ClockField({ now, onChange }: ClockFieldProps) {
  return (
    <div className={layout('row wrap gap8 marginTop4')}>
      <Segmented
        label="Clock"
        value={now === null ? 'log' : 'fixed'}
        onChange={(choice) => onChange(choice === 'log' ? null : Math.floor(Date.now() / 1000))}
        choices={[
          { value: 'log', label: 'Clock of the log' },
          { value: 'fixed', label: 'Fixed' },
        ]}
      />
      {now === null ? null : (
        <label className={layout('row gap4')}>
          Unix seconds
          <input
            className={layout.inline9em}
            type="number"
            min={0}
            step={1}
            value={now}
            onChange={({ target }) => onChange(Math.max(0, Math.floor(target.valueAsNumber || 0)))}
          />
        </label>
      )}
    </div>
  );
}

/** View: the states of the interaction, with the one after the selected message (agh 5). */
function InteractionSection({ interaction, placed }: MessageFacts) {
  if (interaction === null) return null;
  const { id, state, states } = interaction;
  const at = states.findLastIndex(({ by }) => by.ordinal <= placed.ordinal);
  return (
    <section aria-label="Interaction" className={layout('ruled pad8x12')}>
      <h2>
        Interaction <VisibleText text={id} />
      </h2>
      <p className={layout.words}>
        {state === null ? 'It has no state after this message.' : `After this message it is ${state}.`}
      </p>
      {states.length === 0 ? null : (
        <ol className={layout.marginTop4} aria-label="States">
          {states.map(({ state: name, by }, place) => (
            <li
              key={by.ordinal}
              aria-current={place === at ? 'step' : undefined}
              className={layout('flex wrap baseline gap8 padY2')}
            >
              <code className={classNames(place === at && layout.strong)}>{name}</code>
              <PlacedLink {...by} />
              {place === at ? <span className={layout.third}>here</span> : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** View: the peers of the channel by their cards so far. A card makes claims and proves nothing (agh 4). */
function PeerCards({ peers }: { readonly peers: readonly PeerCardRow[] }) {
  if (peers.length === 0) return null;
  return (
    <section aria-label="Peers" className={layout.pad8x12}>
      <h2>Peers of the channel</h2>
      <p className={layout('words third')}>As they describe themselves; not verified.</p>
      <ul className={layout.marginTop4}>
        {peers.map(({ peerId, displayName, capabilities, by }) => (
          <li key={peerId} className={layout('flex wrap baseline gap4x10 padY3')}>
            <VisibleText as="strong" text={displayName ?? peerId} />
            <VisibleText as="code" text={peerId} />
            <span className={layout.narrow}>
              {capabilities.length === 0 ? 'no capability' : <VisibleText text={capabilities.join(', ')} />}
            </span>
            <PlacedLink {...by} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlacedLink({ ordinal, sequence, kind, from }: PlacedMessage) {
  const { jumpTo } = useRenderServices();
  const number = formatSequence(sequence);
  return (
    <span className={layout('row gap4 narrow')}>
      <Button look="link" label={displayText(`${number} ${kind}`)} onPress={() => jumpTo?.(ordinal)}>
        {number}
      </Button>
      <VisibleText as="code" text={kind} />
      <span className={layout('ellipsis third')}>{from === null ? null : <VisibleText text={from} />}</span>
    </span>
  );
}

interface PlacedLinksProps {
  readonly title: string;
  /** `says`: the words of the message, where they matter. */
  readonly places: readonly (PlacedMessage & { readonly says?: MaskedText })[];
}

/** View: messages that belong to the selected one; nothing when there are none. */
function PlacedLinks({ title, places }: PlacedLinksProps) {
  if (places.length === 0) return null;
  return (
    <section aria-label={title} className={layout('ruled pad8x12')}>
      <h2>{title}</h2>
      <ul className={layout.marginTop4}>
        {places.map((place) => (
          <li key={place.ordinal} className={layout('flex wrap baseline gap8 padY2')}>
            <PlacedLink {...place} />
            {place.says === undefined ? null : <VisibleText text={place.says} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function MessageHead({ facts, verdict }: MessageAnswer) {
  const { status, reason_code: reason, trace } = verdict;
  const deciding = trace.at(-1);
  const { placed, to, channel, container, dialect, digestFits } = facts;
  const isDirect = container?.startsWith('direct_') === true;
  const everybody = isDirect ? 'the direct room' : 'everybody in the channel';
  return (
    <section aria-label="Outcome" className={layout('ruled pad8x12')}>
      <p className={layout('row wrap gap8')}>
        <Badge tone={TONES[status]}>{status}</Badge>
        {reason === null ? null : <code>{reason}</code>}
        <span className={layout.narrow}>
          {reason === null ? deciding?.note : aghReasonCodes[reason].title}
        </span>
        <Clause isQuiet clause={deciding?.clause ?? 'agh 2'} />
      </p>
      {reason === null ? null : <p className={layout.words}>{aghReasonCodes[reason].advice}</p>}
      <Facts className={layout.marginTop4}>
        <TextFact name="from" text={placed.from ?? 'not said'} />
        <Fact name="to">{to === null ? everybody : <VisibleText text={to} />}</Fact>
        <TextFact name="channel" text={channel === '' ? 'not said' : channel} />
        <TextFact name={isDirect ? 'direct room' : 'thread'} text={container} />
        <Fact name="dialect">{dialect === null ? 'not judged' : (DIALECTS[dialect] ?? dialect)}</Fact>
        <Fact name="trust">unverified: nothing in v0 proves who wrote it</Fact>
        {digestFits === null ? null : (
          <Fact name="digest">
            <Badge tone={digestFits ? 'ok' : 'error'}>
              {digestFits ? 'fits the capability' : 'does not fit the capability'}
            </Badge>
          </Fact>
        )}
        {facts.causeField === null ? null : (
          <Fact name="cause">
            named by <code>{facts.causeField}</code>
          </Fact>
        )}
      </Facts>
    </section>
  );
}

/** View: the clock, then each step of the acceptor with its input; those after the deciding one never ran (agh 2). */
function MessageSteps({ verdict, children }: PropsWithChildren<MessageAnswer>) {
  const { trace, warnings } = verdict;
  const ran = new Map(trace.map((row) => [row.step, row]));
  return (
    <section aria-label="Acceptor" className={layout('ruled pad8x12')}>
      <h2>Acceptor</h2>
      {children}
      <ol className={layout.marginTop4} aria-label="Steps of the acceptor">
        {AGH_STEPS[verdict.judgedAs].map(({ id, name }) => {
          const row = ran.get(id) ?? null;
          const [tone, word] = formOf(row, verdict);
          return (
            <li
              key={id}
              className={layout('grid baseline gap8 padY3 stepColumns', row === null && layout.third)}
            >
              <code>{id}</code>
              <span>{name}</span>
              <Badge tone={tone}>{word}</Badge>
              <span className={layout.narrow}>
                {row === null ? 'an earlier step decided' : <VisibleText text={row.note} />}{' '}
                {row === null ? null : <Clause isQuiet clause={row.clause} />}
                {row === null || row.details.length === 0 ? null : (
                  <ul className={layout.marginTop4}>
                    {row.details.map(({ pointer, message }) => (
                      <li key={`${pointer} ${message}`}>
                        <VisibleText as="code" text={pointer === '' ? 'the message' : pointer} />{' '}
                        <VisibleText text={message} />
                      </li>
                    ))}
                  </ul>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {warnings.length === 0 ? null : (
        <ul className={layout.marginTop4} aria-label="Warnings">
          {warnings.map(({ code, message, pointer }) => (
            <li key={`${code} ${pointer}`} className={layout('flex wrap baseline gap8 padY2')}>
              <Badge tone="warning">{code}</Badge>
              <VisibleText as="span" className={layout.narrow} text={message} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Tone and word of a step; those of the deciding one are the verdict's. */
function formOf(
  row: MessageAnswer['verdict']['trace'][number] | null,
  { status }: MessageAnswer['verdict'],
): readonly [BadgeTone, string] {
  if (row === null) return ['plain', 'not run'];
  if (row.verdict !== 'decided') return [row.verdict === 'passed' ? 'ok' : 'plain', row.verdict];
  if (status === 'accepted') return ['ok', 'decides'];
  return [status === 'rejected' ? 'error' : 'warning', 'decides'];
}
