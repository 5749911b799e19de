/** Parts shared by the raw tab and the bytes next to a tree. */
import type { RawPage } from '@openwop-inspector/run-log';
import { Button, layout } from '@openwop-inspector/ui';

export interface NoBytesProps {
  readonly page: RawPage | null | undefined;
  readonly error: Error | null;
  readonly className: string | undefined;
}

/** Replaces a page that is not loaded: the reason, or nothing while it is pending. */
export function NoBytes({ page, error, className }: NoBytesProps) {
  if (error !== null) {
    return (
      <p role="alert" className={layout('words', className)}>
        The bytes could not be read: {error.message}.
      </p>
    );
  }
  if (page === undefined) return null;
  return <p className={layout('words', className)}>The bytes of this event are not held.</p>;
}

export interface PageButtonsProps {
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
