import { formatCount } from '@openwop-inspector/base';
import { Icon, layout } from '@openwop-inspector/ui';
import { useId, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { FoldedText } from '../kinds/show/FoldedText.tsx';
import { ScrollGroup } from '../parts/elements.tsx';
import styles from '../parts/parts.module.css';
import { TrustLabel } from '../trust/TrustFrame.tsx';

/**
 * The lane is folded until it is opened: reasoning informs, it never routes or decides (envelope 5). `at` is when it
 * was, as the application writes times; empty when no time is known.
 */
export function ReasoningLane({ moment, at }: { readonly moment: ReasoningMoment; readonly at: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const sources = [moment.payload, moment.agent, moment.prompt].filter(
    (entries) => entries.length > 0,
  ).length;
  return (
    <section className={layout('fixed container topRuled chrome')} aria-label="Reasoning">
      <button
        type="button"
        className={layout('row wrap wide min32 startText bare rowText gap2x8 focusInside hovers pad2x16')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
        <b className={layout.bold}>
          Reasoning{at === '' ? '' : ` at ${at}`}, {COUNTS[sources]}
        </b>
        <span className={layout.caption}>never merged, never used to route</span>
      </button>
      <ScrollGroup id={id} className={styles.sources} aria-label="Three sources" hidden={!isOpen}>
        {isOpen ? (
          <>
            <Source name="payload.reasoning" entries={moment.payload} />
            <Source name="agent.reasoning" entries={moment.agent} />
            <Source name="prompt.composed" entries={moment.prompt} />
          </>
        ) : null}
      </ScrollGroup>
    </section>
  );
}

/** By the number of sources. */
const COUNTS = ['none recorded here', 'one source', 'two sources', 'three sources'] as const;

function Source({ name, entries }: { readonly name: string; readonly entries: readonly ReasoningEntry[] }) {
  const { jumpTo } = useRenderServices();
  const id = useId();
  return (
    <section className={layout('grid packed narrow gap8 pad0x16', styles.source)} aria-labelledby={id}>
      <p className={layout('code bold')} id={id}>
        {name}
      </p>
      {entries.length === 0 ? <p className={layout.caption}>Nothing of this kind in this turn.</p> : null}
      {entries.map(({ ordinal, sequence, type, text, cut, untrusted, pieces }) => {
        const words = `${type} ${sequence === null ? '' : `#${sequence}`}`.trim();
        return (
          <div key={`${ordinal} ${type}`} className={layout('grid leading narrow gap2')}>
            <p className={layout('row wrap caption gap2x8')}>
              {jumpTo === undefined ? (
                <code>{words}</code>
              ) : (
                <button type="button" className={layout('link code')} onClick={() => jumpTo(ordinal)}>
                  {words}
                </button>
              )}
              {pieces > 1 ? <span>{formatCount(pieces)} pieces</span> : null}
              {untrusted ? <TrustLabel level="untrusted" /> : null}
            </p>
            <blockquote className={layout('words')}>
              <FoldedText text={text} look="prose" />
            </blockquote>
            {cut ? <p className={layout.caption}>More was written; the payload has all of it.</p> : null}
          </div>
        );
      })}
    </section>
  );
}

/** Reasoning and prompts around one moment, as returned by the log (envelope 5). */

/** One piece. Masked; `cut` says that more was written. */
export interface ReasoningEntry {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: string;
  readonly text: string;
  readonly cut: boolean;
  readonly untrusted: boolean;
  readonly timeMs: number | null;
  /** Of a stream: how many events the text was put together from. */
  readonly pieces: number;
}

/** Three sources of the same node and turn. They are displayed side by side and never merged. */
export interface ReasoningMoment {
  readonly nodeId: string | null;
  readonly timeMs: number | null;
  readonly payload: readonly ReasoningEntry[];
  readonly agent: readonly ReasoningEntry[];
  readonly prompt: readonly ReasoningEntry[];
}
