import { countOf } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Icon, layout } from '@openwop-inspector/ui';

export interface CheckedFileProps {
  /** What is in the file and how large it is, as the beginning of a sentence. */
  readonly holds: string;
  /** Places that look like a secret and that the user left in. */
  readonly stay?: number;
  readonly remarks: readonly string[];
}

/** A file that was made and scanned again, before it is saved. */
export function CheckedFile({ holds, stay = 0, remarks }: CheckedFileProps) {
  return (
    <>
      <p>
        <Icon name="ok" /> {holds}, scanned again: no secret was found in it
        {stay === 0 ? '' : ` but at the ${countOf(stay, 'place')} that may stay`}.
      </p>
      {remarks.map((remark) => (
        <VisibleText as="p" key={remark} className={layout.remark} text={remark} />
      ))}
    </>
  );
}
