import type { DoctorCheck, DoctorReport, HostError } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, classNames, Facts, Icon, layout, tones, useNow } from '@openwop-inspector/ui';
import { Failure } from '../../shared/Failure.tsx';
import { AnswerBody, Fold, TextFact } from '../../shared/Fold.tsx';
import styles from './Connect.module.css';
import { CHECK_NAMES, errorFacts, reportSentence } from './connect-text.ts';
import { useHostChanges } from './host-queries.ts';
import { cancelExamination, type Examination, examine, useHostWork } from './hosts-store.ts';

/** Glyph and word of a verdict, always used together. */
const FORMS = {
  fine: { icon: 'ok', word: 'Fine', tone: 'ok' },
  remark: { icon: 'note', word: 'Remark', tone: 'note' },
  fault: { icon: 'failed', word: 'Fault', tone: 'error' },
  'not-tried': { icon: 'unknown', word: 'Not tried', tone: 'plain' },
} as const;

/**
 * The connection doctor, which reports the fault and its remedy. The shell may learn the host's own name by it, so the
 * list is reloaded.
 */
export function Doctor({ host: { hostId } }: { readonly host: SavedHost }) {
  const { examination, runId: typed } = useHostWork(hostId);
  const runId = typed.trim();
  const changes = useHostChanges();
  const isRunning = examination?.kind === 'running';
  return (
    <section className={layout('stack fixed gap8 pad12x16')} aria-label="Connection doctor">
      <div className={layout('row gap8 spread')}>
        <h3>Connection doctor</h3>
        {isRunning ? (
          <Button icon="stop" onPress={() => cancelExamination(hostId)}>
            Cancel
          </Button>
        ) : (
          <Button onPress={() => void examine(hostId).then(changes.again)}>
            {examination === null ? 'Test' : 'Test again'}
          </Button>
        )}
      </div>
      {examination === null ? (
        <p className={layout.second}>
          {runId !== ''
            ? 'Looks at the host, the token and this run, in eleven checks.'
            : 'Looks at the host and the token. With a runId it tries that run too, its log and its stream.'}
        </p>
      ) : (
        <Outcome examination={examination} runId={runId} />
      )}
    </section>
  );
}

function Outcome({ examination, runId }: { readonly examination: Examination; readonly runId: string }) {
  if (examination.kind === 'running')
    return (
      <p className={layout.second} role="status">
        The host is being tested: <ElapsedSeconds sinceMs={examination.startedAtMs} /> of at most 30 s.
      </p>
    );
  if (examination.kind === 'cancelled') return <p className={layout.second}>The test was cancelled.</p>;
  if (examination.kind === 'failed') return <Failure message={examination.message} />;
  const { report, runId: tested } = examination;
  const how = tested === null ? 'without a run' : 'with another run';
  return (
    <>
      <Verdict report={report} />
      {runId === '' || runId === tested ? null : (
        <p className={layout.second}>It was tested {how}. Test again to try the one that is named now.</p>
      )}
      <DoctorChecks key={report.durationMs} checks={report.checks} />
    </>
  );
}

/** The fault comes first, with its remedy; without one a sentence says so. */
function Verdict({ report }: { readonly report: DoctorReport }) {
  const fault = report.checks.find(({ id }) => id === report.fault);
  // Checks that did not run are not passed.
  const isWhole = report.checks.every(({ verdict }) => verdict !== 'not-tried');
  return (
    <div
      className={layout(
        'flex breaks body gap8 roundedMore pad8x10 topIcon',
        styles.verdict,
        fault !== undefined ? layout('errorTint errorText') : isWhole && layout('okTint okText'),
      )}
    >
      <Icon name={fault !== undefined ? 'failed' : isWhole ? 'ok' : 'note'} size={16} />
      <div className={layout.grow}>
        <b>{reportSentence(report)}</b>
        {fault === undefined ? null : <VisibleText as="p" text={fault.words} />}
        {fault?.error == null ? null : <HostErrorDetails error={fault.error} />}
      </div>
    </div>
  );
}

/** Whole seconds since a moment, updated while displayed. Not read out. */
function ElapsedSeconds({ sinceMs }: { readonly sinceMs: number }) {
  const nowMs = useNow(1000);
  return <span aria-hidden="true">{Math.max(0, Math.floor((nowMs - sinceMs) / 1000))} s</span>;
}

/** The checks in the order they ran. The host's response to the fault is displayed above them. */
function DoctorChecks({ checks }: { readonly checks: readonly DoctorCheck[] }) {
  return (
    <ol className={layout.topRuled} aria-label="Checks">
      {checks.map((check) => {
        const { icon, word, tone } = FORMS[check.verdict];
        const weight = tone === 'error' && layout.bold;
        const colour = tone === 'plain' ? layout.third : layout.second;
        return (
          <li
            key={check.id}
            className={layout(
              'grid ruled topAligned checkColumns gap0x10 padY6',
              tone === 'plain' && layout.third,
            )}
          >
            <span className={layout('inlineRow nowrap gap6', tones[tone], weight)}>
              <Icon name={icon} /> {word}
            </span>
            <span className={classNames(weight)}>{CHECK_NAMES[check.id]}</span>
            <VisibleText as="span" className={layout('breaks', colour)} text={check.words} />
            {check.error === null || check.verdict === 'fault' ? null : (
              <div className={layout('narrow fromColumn2')}>
                <HostErrorDetails error={check.error} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The host's own response, folded by default. Masked by the shell. */
export function HostErrorDetails({ error }: { readonly error: HostError }) {
  return (
    <Fold title="What the host answered">
      <Facts>
        {errorFacts(error).map(([name, value]) => (
          <TextFact key={name} name={name} text={value} isCode />
        ))}
      </Facts>
      {error.rawBody === '' ? (
        <p className={layout.second}>The answer had no body.</p>
      ) : (
        <AnswerBody text={error.rawBody} />
      )}
    </Fold>
  );
}
