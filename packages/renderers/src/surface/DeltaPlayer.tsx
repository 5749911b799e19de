import { parseAsWritten } from '@openwop-inspector/base';
import { Button, ControlButton, Icon, type IconName, layout } from '@openwop-inspector/ui';
import { useEffect, useMemo, useState } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type SubjectTrust, useRenderServices } from '../contract/render-services.ts';
import { DELTA_CODES, type DeltaChain } from '../model/a2ui/delta.ts';
import { carriedValues } from '../model/a2ui/surface-actions.ts';
import { componentsOf } from '../model/a2ui/surface-model.ts';
import { TrustFrame } from '../trust/TrustFrame.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { JsonText, prettyJson } from './RequestText.tsx';
import { useFilling } from './SurfaceFrame.tsx';
import styles from './surface.module.css';
import {
  type ChangedComponent,
  type DeltaChainData,
  type DeltaPlayback,
  firstDifference,
  type MemberChange,
  surfaceDifference,
  useDeltaPlayback,
} from './use-delta-playback.ts';

/** Duration of each frame during playback, in ms. */
const EACH_MS = 1_200;

export interface DeltaPlayerProps {
  readonly chain: DeltaChainData;
  /** Of the base, with where the taint came from. `baseUntrusted` of the chain counts in any case. */
  readonly trust?: SubjectTrust;
  /** Node and schema of the interrupt that the surface is bound to, as far as they are known. */
  readonly nodeId?: string | null;
  readonly interruptKind?: string | null;
  readonly resumeSchema?: unknown;
}

/** Delta frames one by one: the surface after each, what it did, and where a client must fall back (envelope 7.6). */
export function DeltaPlayer(props: DeltaPlayerProps) {
  const { chain } = props;
  return (
    <section className={layout('grid container gap8', styles.player)}>
      <h4 className={layout('breaks body pad0x16')}>
        <b>Delta frames</b>{' '}
        <span className={styles.meta}>
          of surface <VisibleText text={chain.surfaceRef.slice(0, 80)} />; transport only, never part of the
          log
        </span>
      </h4>
      {chain.base === null || chain.base === undefined ? (
        <p className={layout('remark', styles.deltaRemark)}>
          The full surface before the first frame is not in this log, so none can be applied.
        </p>
      ) : (
        <Played key={chain.surfaceRef} {...props} />
      )}
    </section>
  );
}

function Played({ chain, trust, nodeId, interruptKind, resumeSchema }: DeltaPlayerProps) {
  const { place } = useRenderServices();
  const playback = useDeltaPlayback(chain);
  const filling = useFilling();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, playback.steps.length);
  const displayed = chainAt(playback, at);
  const go = (to: number) => {
    const wanted = Math.max(0, Math.min(to, playback.steps.length));
    const before = componentsOf(displayed.payload);
    const after = componentsOf(chainAt(playback, wanted).payload);
    filling.replace(carriedValues(before, after, filling.current()));
    setChosen(wanted);
  };
  const isUntrusted = chain.baseUntrusted || trust?.level === 'untrusted';
  const framed: SubjectTrust = isUntrusted
    ? { level: 'untrusted', source: trust?.source ?? null }
    : (trust ?? { level: 'unmarked', source: null });
  const { payload } = displayed;
  const input = useMemo(
    () => ({
      payload,
      contentTrust: isUntrusted ? ('untrusted' as const) : null,
      boundInterruptKind: interruptKind ?? null,
    }),
    [payload, isUntrusted, interruptKind],
  );
  return (
    <>
      <DeltaControls at={at} frames={playback.steps.length} onGo={go} />
      <DeltaVerdict chain={chain} playback={playback} at={at} />
      <div className={layout('grid narrow gap12', styles.columns)}>
        <div className={layout('grid packed narrow gap8')}>
          <TrustFrame trust={framed}>
            <Rehearsal
              input={input}
              place={{ runId: place.runId, nodeId: nodeId ?? null }}
              resumeSchema={resumeSchema ?? null}
              filling={filling}
              waitsForFull={displayed.waitsForFull}
              isPast={at < playback.steps.length}
            />
          </TrustFrame>
        </div>
        <div className={layout('grid packed narrow gap8')}>
          <DeltaStepDetail chain={chain} playback={playback} at={at} />
          <DeltaEnd chain={chain} playback={playback} at={at} />
        </div>
      </div>
    </>
  );
}

/** Returns the chain after `at` frames. */
function chainAt({ start, steps }: DeltaPlayback, at: number): DeltaChain {
  return at === 0 ? start : (steps[at - 1]?.chain ?? start);
}

/** After the last frame: whether the chain ends in the surface of the log. */
function DeltaEnd({ chain, playback, at }: DeltaAtProps) {
  const { jumpTo } = useRenderServices();
  const { steps, state } = playback;
  const end = steps.at(-1)?.chain;
  const difference = useMemo(() => firstDifference(end?.payload, chain.final), [end, chain.final]);
  if (state === 'playing')
    return <p className={layout('remark', styles.deltaRemark)}>Applying the frames…</p>;
  if (state === 'too-large') {
    return (
      <p className={layout('remark', styles.deltaRemark)}>
        Only the first {steps.length} frames are applied: the surfaces together are over 64 MiB.
      </p>
    );
  }
  if (at < steps.length || end === undefined || chain.framesLeftOut > 0) return null;
  const { finalOrdinal } = chain;
  return (
    <div className={layout('grid leading breaks topRuled remark gap4 padTop8')}>
      {end.waitsForFull ? (
        <p>The chain ends in waiting for a full surface.</p>
      ) : chain.final === null || chain.final === undefined ? (
        <p>The log holds no full surface after these frames to compare with.</p>
      ) : difference === null ? (
        <p className={layout.okText}>✓ The chain ends in the full surface that the log holds.</p>
      ) : (
        <p className={layout.errorText}>
          ✕ The log holds another surface; the first difference is at{' '}
          <code>{difference === '' ? 'the payload' : <VisibleText text={difference} />}</code>.
        </p>
      )}
      {jumpTo === undefined || finalOrdinal === null ? null : (
        <Button look="link" onPress={() => jumpTo(finalOrdinal)}>
          Go to the full surface
        </Button>
      )}
    </div>
  );
}

interface DeltaControlsProps {
  /** 0 is the full surface, n the surface after n frames. */
  readonly at: number;
  readonly frames: number;
  readonly onGo: (to: number) => void;
}

/** First, previous, play, next, last, and a slider for the keyboard and for long chains. */
function DeltaControls({ at, frames, onGo }: DeltaControlsProps) {
  const [isPlaying, setPlaying] = useState(false);
  const isAtEnd = at >= frames;
  useEffect(() => {
    if (!isPlaying) return;
    if (isAtEnd) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onGo(at + 1), EACH_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isAtEnd, at, onGo]);
  const play = () => {
    if (!isPlaying && isAtEnd) onGo(0);
    setPlaying(!isPlaying);
  };
  const words = at === 0 ? 'Full surface' : `Frame ${at} of ${frames}`;
  const step = (label: string, icon: IconName, isOff: boolean, onPress: () => void) => (
    <ControlButton
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <Icon name={icon} />
    </ControlButton>
  );
  return (
    <div className={layout('row wrap gap4 pad0x16')}>
      {step('First', 'first', at === 0, () => onGo(0))}
      {step('Previous frame', 'previous', at === 0, () => onGo(at - 1))}
      {step(isPlaying ? 'Pause' : 'Play', isPlaying ? 'pause' : 'play', frames === 0, play)}
      {step('Next frame', 'next', isAtEnd, () => onGo(at + 1))}
      {step('Last', 'last', isAtEnd, () => onGo(frames))}
      <input
        className={layout.slider}
        type="range"
        aria-label="Frame"
        aria-valuetext={words}
        min={0}
        max={frames}
        value={at}
        onChange={(event) => onGo(Number(event.currentTarget.value))}
      />
      <span className={layout('remark least84')}>{words}</span>
    </div>
  );
}

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
      <p className={layout('remark', styles.deltaRemark)}>
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
              <Member {...change} />
            </li>
          ))}
          {components.map((change) => (
            <li key={`${change.kind} ${change.before} ${change.after}`}>
              <Component {...change} />
            </li>
          ))}
          <li className={styles.meta}>
            {unchanged === 1 ? '1 component is' : `${unchanged} components are`} as before
          </li>
        </ul>
      ) : (
        <p className={layout('remark', styles.deltaRemark)}>Nothing: it was not applied.</p>
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
const CHANGES = {
  added: ['+', layout.okText, (_: Place, after: Place) => `added as component ${after}`],
  removed: ['−', layout.errorText, (before: Place) => `removed, was component ${before}`],
  changed: [
    '~',
    layout.warnText,
    (before: Place, after: Place) =>
      before === after ? `changed, component ${after}` : `changed, component ${before} is now ${after}`,
  ],
  moved: ['↕', layout.warnText, (before: Place, after: Place) => `moved from ${before} to ${after}`],
} as const;

function Component({ kind, name, before, after, members }: ChangedComponent) {
  const [sign, colour, words] = CHANGES[kind];
  return (
    <>
      <p>
        <span className={layout('payload inlineBlock wide12 centredText', colour)} aria-hidden="true">
          {sign}
        </span>{' '}
        <VisibleText as="code" text={name} /> {words(before, after)}
      </p>
      {members.map((member) => (
        <Member key={member.name} {...member} />
      ))}
    </>
  );
}

function Member({ name, before, after }: MemberChange) {
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
  const rule = failure === null ? null : DELTA_CODES[failure.code];
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
            <span className={styles.meta}>
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
