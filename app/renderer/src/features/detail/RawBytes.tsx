import { countOf, formatBytes, formatCount } from '@openwop-inspector/base';
import { HoldButton, hiddenCount, VisibleText } from '@openwop-inspector/renderers';
import { byteOfUnit, type RawPage, unitOfByte } from '@openwop-inspector/run-log';
import { Button, CopyButton, layout, ScrollRegion, useHoldKey } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { Unread } from '../../shared/Failure.tsx';

/** Page size in bytes; a frame can render as much. Pages start at multiples of this, moved to a character. */
export const PAGE_BYTES = 32_768;

/** A range of the source. */
export interface ByteRange {
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** First byte of the page that contains a byte, both counted from the start of the event. */
export function pageStart(byte: number): number {
  return Math.max(0, Math.floor(byte / PAGE_BYTES)) * PAGE_BYTES;
}

/** Range of a value in the text of a page; null when none of it is there. Its part beyond the page is omitted. */
export function rangeOnPage(
  page: Pick<RawPage, 'byteOffset' | 'offset' | 'length' | 'places'>,
  { byteOffset, byteLength }: ByteRange,
): TextRange | null {
  const first = byteOffset - page.byteOffset - page.offset;
  const last = first + byteLength;
  if (last <= 0 || first >= page.length) return null;
  return {
    from: unitOfByte(page.places, Math.max(0, first)),
    to: unitOfByte(page.places, Math.min(page.length, last), 'end'),
  };
}

/** Byte of the source that a unit of a page's text belongs to. */
export function byteOnPage(page: RawPage, unit: number): number {
  return page.byteOffset + page.offset + byteOfUnit(page.places, unit);
}

export interface RawBytesProps {
  readonly page: RawPage;
  /** The same page in clear, once it has arrived, while the key or the button is pressed. */
  readonly clear?: string | null;
  /** Size of the whole event in bytes. */
  readonly eventLength: number;
  /** True while tokens are displayed in clear. */
  readonly revealed: boolean;
  readonly onHold: (revealed: boolean) => void;
  /** Displays the page at a byte counted from the start of the event. */
  readonly onGo: (offset: number) => void;
}

/** View: one page of bytes as text, with its offset in the file, and buttons to the adjacent pages. */
export function RawBytes({ page, clear = null, eventLength, revealed, onHold, onGo }: RawBytesProps) {
  const onKeyDown = useHoldKey(page.masked > 0 ? onHold : null, revealed);
  const hidden = useMemo(() => hiddenCount(page.text), [page.text]);
  const end = page.offset + page.length;
  const whole = page.offset === 0 && end >= eventLength;
  return (
    <section aria-label="Raw bytes" className={layout('column pane')} onKeyDown={onKeyDown}>
      <header className={layout('bar wrap gap4x8 pad4x12 min32')}>
        <span className={layout.second}>
          {placeText(page)},{' '}
          {whole
            ? formatBytes(eventLength)
            : `bytes ${formatCount(page.offset + 1)} to ${formatCount(end)} of ${formatCount(eventLength)} in the event`}
        </span>
        <span className={layout('flex wrap toEnd gap4')}>
          {!whole && (
            <PageButtons
              isFirst={page.offset === 0}
              isLast={end >= eventLength}
              onPrevious={() => onGo(Math.max(0, page.offset - PAGE_BYTES))}
              onNext={() => onGo(end)}
            />
          )}
          {/* Clear tokens are never copied: while they are displayed there is no copy button. */}
          <CopyButton
            small
            label={whole ? 'Copy bytes' : 'Copy page'}
            text={() => Promise.resolve(revealed ? null : page.text)}
          />
        </span>
      </header>
      {/* Parts of the text that are replaced; masked tokens are displayed while the button is pressed. */}
      {page.masked === 0 && hidden === 0 ? null : (
        <p className={layout('bar wrap chrome second gap4x12 pad4x12')}>
          {page.masked > 0 && (
            <>
              <span>{countOf(page.masked, 'token')} masked</span>
              <HoldButton label="Hold to reveal" words="Hold to reveal" revealed={revealed} onHold={onHold} />
            </>
          )}
          {hidden > 0 && <span>{countOf(hidden, 'hidden character')} displayed as codes</span>}
        </p>
      )}
      <ScrollRegion
        className={layout(
          'fill breaks scrolls primary lines selectable ground payload pad8x12 focusInside',
          revealed && layout.unselectable,
        )}
        aria-label="Bytes as text"
        // Text in clear is never copied (security S-14).
        onCopy={(copying) => revealed && copying.preventDefault()}
      >
        <VisibleText text={(revealed ? clear : null) ?? page.text} />
      </ScrollRegion>
    </section>
  );
}

function placeText(page: RawPage): string {
  const byte = `byte ${formatCount(page.byteOffset)}`;
  return page.line === null ? byte : `${byte}, line ${formatCount(page.line)}`;
}

/** Replaces a page that is not loaded: the reason, or nothing while it is pending (`page` undefined). */
export function NoBytes({ page, error }: { readonly page: unknown; readonly error: Error | null }) {
  const look = layout('words pad12');
  if (error !== null) return <Unread what="The bytes" why={error.message} className={look} />;
  return page === undefined ? null : <p className={look}>The bytes of this event are not available.</p>;
}

interface PageButtonsProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** Buttons to the previous and next page. */
export function PageButtons({ isFirst, isLast, onPrevious, onNext }: PageButtonsProps) {
  return (
    <>
      <Button small icon="chevronLeft" isDisabled={isFirst} onPress={onPrevious}>
        Previous page
      </Button>
      <Button small icon="chevronRight" isDisabled={isLast} onPress={onNext}>
        Next page
      </Button>
    </>
  );
}
