import { parseAsWritten } from '@openwop-inspector/base';
import { layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { deltaCodeInfo } from '../model/a2ui/delta.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type ChangedComponent, type MemberChange, surfaceDifference } from './delta-difference.ts';
import styles from './delta-player.module.css';
import { JsonText } from './RequestText.tsx';
import surface from './surface.module.css';
import { prettyJson } from './surface-request.ts';
import type { DeltaChainData, DeltaPlayback } from './use-delta-playback.ts';

export interface DeltaAtProps {
  readonly chain: DeltaChainData;
  readonly playback: DeltaPlayback;
  readonly at: number;
}

/** The chosen frame: what it did to the components, and its patch. */
export function DeltaStepDetail({ chain: { frames, framesLeftOut }, playback, at }: DeltaAtProps) {
  const step = playback.steps[at - 1];
  const before = (at === 1 ? playback.start : playback.steps[at - 2]?.chain)?.payload;
  const after = step?.chain.payload;
  const difference = useMemo(() => surfaceDifference(before, after), [before, after]);
  if (at === 0) {
    return (
      <p className={layout('remark', styles.quiet)}>
        {frames.length === 1 ? '1 frame was' : `${frames.length} frames were`} captured for this surface.
        {framesLeftOut > 0 ? ` ${framesLeftOut} more left out.` : ''}
        {frames.length > 0 ? ' Step through them to see what each did.' : ''}
      </p>
    );
  }
  const { around, components, unchanged } = difference;
  const frame = frames[at - 1];
  const value = typeof frame?.written === 'string' ? parseAsWritten(frame.written) : frame?.value;
  return (
    <section className={layout('grid narrow gap4')}>
      <h5 className={layout('heading flush')}>What frame {at} did</h5>
      {step?.kind === 'applied' ? (
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
      ) : (
        <p className={layout('remark', styles.quiet)}>Nothing: it was not applied.</p>
      )}
      <h5 className={layout('heading flush')}>As it came</h5>
      <div className={layout('card pad8x12')}>
        <JsonText json={prettyJson(value)} />
      </div>
    </section>
  );
}

type Place = number | null;

/** Each kind of change by its sign, its colour, and words for the places before and after. */
const CHANGES: Readonly<
  Record<
    ChangedComponent['kind'],
    readonly [string, string | undefined, (before: Place, after: Place) => string]
  >
> = {
  added: ['+', layout.okText, (_, after) => `added as component ${after}`],
  removed: ['−', layout.errorText, (before) => `removed, was component ${before}`],
  changed: [
    '~',
    layout.warnText,
    (before, after) =>
      before === after ? `changed, component ${after}` : `changed, component ${before} is now ${after}`,
  ],
  moved: ['↕', layout.warnText, (before, after) => `moved from ${before} to ${after}`],
};

function Component({
  change: { kind, name, before, after, members },
}: {
  readonly change: ChangedComponent;
}) {
  const [sign, colour, words] = CHANGES[kind];
  return (
    <>
      <p>
        <span className={layout('payload', styles.sign, colour)} aria-hidden="true">
          {sign}
        </span>{' '}
        <VisibleText as="code" text={name} /> {words(before, after)}
      </p>
      {members.map((member) => (
        <Member key={member.name} change={member} />
      ))}
    </>
  );
}

function Member({ change: { name, before, after } }: { readonly change: MemberChange }) {
  return (
    <p className={layout('code', styles.member)}>
      <VisibleText as="code" text={name} />{' '}
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

/** Result of the selected frame: applied and legal, refused with the rule, or skipped. */
export function DeltaVerdict({ chain, playback: { steps }, at }: DeltaAtProps) {
  const step = steps[at - 1];
  const sequence = chain.frames[at - 1]?.sequence ?? null;
  const frame = `Frame ${at}${sequence === null ? '' : ` (#${sequence})`}`;
  const failure = step?.kind === 'refused' ? step.failure : null;
  const rule = failure === null ? null : deltaCodeInfo(failure.code);
  return (
    <div className={layout('breaks remark pad0x16 minControl')} role="status">
      {step === undefined && <p>The full surface, as it was delivered.</p>}
      {step?.kind === 'applied' && (
        <p className={layout.okText}>
          ✓ {frame} applied over the {step.root} and checked: the result is a legal surface.
        </p>
      )}
      {failure !== null && rule !== null && (
        <>
          <p className={layout.errorText}>
            ✕ {frame} is refused. {rule.title}
            {failure.operation === null ? '' : `, in operation ${failure.operation + 1}`}.
          </p>
          <p>
            Here a client must fall back: it keeps the last good surface, inert, until a full surface comes.{' '}
            {rule.advice}{' '}
            <span className={surface.meta}>
              <code>{failure.code}</code> · <Clause clause={rule.clause} />
            </span>
          </p>
        </>
      )}
      {step?.kind === 'skipped' && (
        <p>
          {frame} is not applied: since frame {steps.findIndex(({ kind }) => kind === 'refused') + 1} a full
          surface is awaited. It is stored as received.
        </p>
      )}
    </div>
  );
}
