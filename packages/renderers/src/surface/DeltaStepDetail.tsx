import { parseAsWritten, unreachable } from '@openwop-inspector/base';
import { layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type DeltaFailure, deltaCodeInfo } from '../model/a2ui/delta.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type ChangedComponent, type MemberChange, surfaceDifference } from './delta-difference.ts';
import styles from './delta-player.module.css';
import { JsonText } from './RequestText.tsx';
import surface from './surface.module.css';
import { prettyJson } from './surface-request.ts';
import type { DeltaChainData, DeltaFrameData, DeltaPlayback } from './use-delta-playback.ts';

/** The chosen frame: what it did to the components, and its patch. */
export function DeltaStepDetail({ chain, playback, at }: DeltaAtProps) {
  if (at === 0) {
    return (
      <p className={layout('remark', styles.quiet)}>
        {chain.frames.length === 1 ? '1 frame was' : `${chain.frames.length} frames were`} captured for this
        surface.
        {chain.framesLeftOut > 0 ? ` ${chain.framesLeftOut} more left out.` : ''}
        {chain.frames.length > 0 ? ' Step through them to see what each did.' : ''}
      </p>
    );
  }
  return (
    <section className={layout('grid narrow gap4')}>
      <h5 className={layout('heading flush')}>What frame {at} did</h5>
      <Difference playback={playback} chain={chain} at={at} />
      <h5 className={layout('heading flush')}>As it came</h5>
      <div className={layout('card pad8x12')}>
        <JsonText json={frameJson(chain.frames[at - 1])} />
      </div>
    </section>
  );
}

const frameJson = (frame: DeltaFrameData | undefined): string =>
  prettyJson(typeof frame?.written === 'string' ? parseAsWritten(frame.written) : frame?.value);

function Difference({ playback, at }: DeltaAtProps) {
  const step = playback.steps[at - 1];
  const before = (at === 1 ? playback.start : playback.steps[at - 2]?.chain)?.payload;
  const after = step?.chain.payload;
  const difference = useMemo(() => surfaceDifference(before, after), [before, after]);
  if (step?.kind !== 'applied')
    return <p className={layout('remark', styles.quiet)}>Nothing: it was not applied.</p>;
  const { around, components, unchanged } = difference;
  return (
    <ul className={layout('grid breaks remark gap4 padBottom8')}>
      {around.map((change) => (
        <li key={change.name}>
          <Member change={change} />
        </li>
      ))}
      {components.map((change) => (
        <li key={`${change.kind} ${change.before} ${change.after}`}>
          <Component change={change} />
        </li>
      ))}
      <li className={surface.meta}>
        {unchanged === 1 ? '1 component is' : `${unchanged} components are`} as before
      </li>
    </ul>
  );
}

const SIGNS = {
  added: { sign: '+', colour: layout.okText },
  removed: { sign: '−', colour: layout.errorText },
  changed: { sign: '~', colour: layout.warnText },
  moved: { sign: '↕', colour: layout.warnText },
} as const;

function Component({ change }: { readonly change: ChangedComponent }) {
  const { kind, name, before, after, members } = change;
  return (
    <>
      <p>
        <span className={layout('payload', styles.sign, SIGNS[kind].colour)} aria-hidden="true">
          {SIGNS[kind].sign}
        </span>{' '}
        <code>
          <VisibleText text={name} />
        </code>{' '}
        {placeText(kind, before, after)}
      </p>
      {members.map((member) => (
        <Member key={member.name} change={member} />
      ))}
    </>
  );
}

function placeText(kind: ChangedComponent['kind'], before: number | null, after: number | null): string {
  switch (kind) {
    case 'added':
      return `added as component ${after}`;
    case 'removed':
      return `removed, was component ${before}`;
    case 'changed':
      return before === after
        ? `changed, component ${after}`
        : `changed, component ${before} is now ${after}`;
    case 'moved':
      return `moved from ${before} to ${after}`;
    default:
      return unreachable(kind);
  }
}

function Member({ change: { name, before, after } }: { readonly change: MemberChange }) {
  return (
    <p className={layout('code', styles.member)}>
      <code>
        <VisibleText text={name} />
      </code>{' '}
      {before === null ? null : (
        <del className={layout.errorTint}>
          <VisibleText text={before} />
        </del>
      )}{' '}
      {after === null ? null : (
        <ins className={layout.okTint}>
          <VisibleText text={after} />
        </ins>
      )}
    </p>
  );
}

export interface DeltaAtProps {
  readonly chain: DeltaChainData;
  readonly playback: DeltaPlayback;
  readonly at: number;
}

/** Result of the selected frame: applied and legal, refused with the rule, or skipped. */
export function DeltaVerdict({ chain, playback, at }: DeltaAtProps) {
  const step = playback.steps[at - 1];
  const place = placeOf(chain, at);
  return (
    <div className={layout('breaks remark pad0x16 minControl')} role="status">
      {step === undefined && <p>The full surface, as it was delivered.</p>}
      {step?.kind === 'applied' && (
        <p className={layout.okText}>
          ✓ Frame {at}
          {place} applied over the {step.root} and checked: the result is a legal surface.
        </p>
      )}
      {step?.kind === 'refused' && <Refused failure={step.failure} words={`Frame ${at}${place}`} />}
      {step?.kind === 'skipped' && (
        <p>
          Frame {at}
          {place} is not applied: since frame {refusedBefore(playback)} a full surface is awaited. It is
          stored as received.
        </p>
      )}
    </div>
  );
}

function Refused({ failure, words }: { readonly failure: DeltaFailure; readonly words: string }) {
  const { title, clause, advice } = deltaCodeInfo(failure.code);
  return (
    <>
      <p className={layout.errorText}>
        ✕ {words} is refused. {title}
        {failure.operation === null ? '' : `, in operation ${failure.operation + 1}`}.
      </p>
      <p>
        Here a client must fall back: it keeps the last good surface, inert, until a full surface comes.{' '}
        {advice}{' '}
        <span className={surface.meta}>
          <code>{failure.code}</code> · <Clause clause={clause} />
        </span>
      </p>
    </>
  );
}

function placeOf({ frames }: DeltaChainData, at: number): string {
  const sequence = frames[at - 1]?.sequence ?? null;
  return sequence === null ? '' : ` (#${sequence})`;
}

/** Number of the frame that was refused. */
function refusedBefore({ steps }: DeltaPlayback): number {
  return steps.findIndex(({ kind }) => kind === 'refused') + 1;
}
