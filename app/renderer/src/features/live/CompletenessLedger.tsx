import { formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Icon, layout, tones } from '@openwop-inspector/ui';
import styles from './Live.module.css';
import {
  arrivalText,
  type LedgerPiece,
  ledgerKeys,
  ledgerPieces,
  ledgerSentence,
  stripText,
} from './ledger-pieces.ts';
import { fetchMissing } from './live-actions.ts';
import { type LiveCommand, type LiveStatus, useLive } from './live-store.ts';

/** Container: completeness of the session, the sources of its events, and the button to fetch missing ones. */
export function CompletenessLedger({ sessionId }: { readonly sessionId: string }) {
  // The ledger is another one with every status.
  const status = useLive(sessionId, (entry) => entry.status);
  const command = useLive(sessionId, (entry) => entry.command);
  if (status === null) return null;
  return (
    <LedgerView
      ledger={status.ledger}
      command={command?.name === 'fetch' ? command : null}
      isReading={status.state === 'backfilling'}
      hasEnded={status.end === 'run-ended'}
      onFetch={() => void fetchMissing(sessionId)}
    />
  );
}

export interface LedgerViewProps {
  readonly ledger: LiveStatus['ledger'];
  /** The pending fetch, or the last one. */
  readonly command: LiveCommand | null;
  /** The JSON log is already being read. */
  readonly isReading: boolean;
  /** The run has ended, and nothing is requested automatically any more. */
  readonly hasEnded: boolean;
  readonly onFetch: () => void;
}

const FORMS = {
  ok: { icon: 'ok', glyph: tones.ok, words: '' },
  error: { icon: 'failed', glyph: '', words: tones.error },
  quiet: { icon: 'unknown', glyph: '', words: tones.plain },
} as const;

/** View: a sentence, a strip whose patterns show the channel, a legend, counts. */
export function LedgerView(props: LedgerViewProps) {
  const { ledger } = props;
  const { tone, lead, words: sentence } = ledgerSentence(ledger);
  const { icon, glyph, words } = FORMS[tone];
  return (
    <section className={layout('fixed ruled chrome pad6x12')} aria-label="Completeness">
      <div className={layout('row gap12 minControl')}>
        <b className={layout.bold}>Completeness</b>
        <span className={layout('grow breaks', words)}>
          <Icon name={icon} className={glyph} /> {lead === null ? null : <b>{lead} </b>}
          {sentence}
        </span>
        <FetchState {...props} />
      </div>
      <Strip ledger={ledger} />
      <div className={layout('row aside wrap gap16 tabular padTop4')}>
        {ledgerKeys(ledger).map(({ via, words: key }) => (
          <span key={via} className={layout('inlineRow gap5', styles.key)}>
            <i className={styles[via]} aria-hidden="true" />
            {key}
          </span>
        ))}
        <span className={layout('toEnd', ledger.conflicting > 0 && layout.warnText)}>
          {ledger.conflicting > 0 ? <Icon name="warning" size={12} /> : null} {arrivalText(ledger)}
        </span>
      </div>
    </section>
  );
}

function FetchState({ ledger, command, isReading, hasEnded, onFetch }: LedgerViewProps) {
  const isBusy = command?.state === 'busy' || isReading;
  const missing = formatCount(ledger.missing);
  const again = isBusy ? 'Checking' : 'Check again';
  const fetch = isBusy ? `Fetching ${missing}` : `Fetch ${missing} missing`;
  const colour = command?.state === 'failed' ? tones.error : undefined;
  return (
    <span className={layout('row aside fixed gap8 half')}>
      {command === null || command.state === 'busy' ? null : (
        <VisibleText as="span" className={colour} text={command.words} />
      )}
      {ledger.missing === 0 && !hasEnded ? null : (
        <Button small look={ledger.missing === 0 ? 'plain' : 'primary'} isDisabled={isBusy} onPress={onFetch}>
          {ledger.missing === 0 ? again : fetch}
        </Button>
      )}
    </span>
  );
}

function Strip({ ledger }: { readonly ledger: LiveStatus['ledger'] }) {
  const pieces = ledgerPieces(ledger);
  return (
    <div className={styles.strip} role="img" aria-label={stripText(ledger) || 'Nothing has come yet'}>
      {pieces.map(({ first, last, via, weight }) => (
        <i key={first} className={styles[via]} style={{ flexGrow: weight }} title={label(first, last, via)} />
      ))}
    </div>
  );
}

const label = (first: number, last: number, via: LedgerPiece['via']): string =>
  `${formatCount(first)} to ${formatCount(last)}, ${via === 'sse' ? 'streamed' : via}`;
