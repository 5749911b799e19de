import type { WarningCode } from '@openwop-inspector/protocol';
import { Clause } from '../clause/Clause.tsx';
import type { RenderWarning } from '../model/choose/rendering.ts';
import { MediaGlyph } from './MediaGlyph.tsx';
import styles from './media-parts.module.css';

/** Words for the warnings that say something about what is on screen; the others are told where their number stands. */
const WORDS: ReadonlyMap<WarningCode, string> = new Map<WarningCode, string>([
  ['alt_missing', 'No text alternative: write alt for images, audio and files (envelope 2.2)'],
  ['media_source_both', 'Both base64 and url are given: base64 is shown, the url was not used (envelope 6)'],
  ['media_base64_invalid', 'The base64 cannot be read and is not shown (envelope 6)'],
  ['mime_conflict', 'The payload and the hint name different types: the payload’s is shown (envelope 2.2)'],
]);

/** Warnings of the acceptor about this content, one a line, with their codes. */
export function MediaFindings({ warnings }: { readonly warnings: readonly RenderWarning[] }) {
  const shown = warnings.filter(({ code }) => WORDS.has(code));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="Findings">
      {shown.map(({ code }) => (
        <li key={code} className={styles.finding}>
          <MediaGlyph name="warning" size={12} />
          <span>
            Warning <code>{code}</code>: <Clause clause={WORDS.get(code) ?? ''} />
          </span>
        </li>
      ))}
    </ul>
  );
}
