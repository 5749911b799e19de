/** What the raw tab and the bytes beside a tree have in common. */
import type { RawPage } from '@openwop-inspector/run-log';
import { Button, classNames, layout } from '@openwop-inspector/ui';

export interface NoBytesProps {
  readonly page: RawPage | null | undefined;
  readonly error: Error | null;
  readonly className: string | undefined;
}

/** In place of a page that is not there: why, or nothing while it is on its way. */
export function NoBytes({ page, error, className }: NoBytesProps) {
  if (error !== null) {
    return (
      <p role="alert" className={classNames(layout.words, className)}>
        The bytes could not be read: {error.message}.
      </p>
    );
  }
  if (page === undefined) return null;
  return <p className={classNames(layout.words, className)}>The bytes of this event are not held.</p>;
}

export interface PageButtonsProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** The way to the pages before and after. */
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
