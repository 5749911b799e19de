import { layout } from '@openwop-inspector/ui';
import { Fold } from '../../rendering/Fold.tsx';
import { ScrolledText } from './ScrolledText.tsx';

/** The raw body of a response, masked, folded by default. */
export function HostAnswerFold({ body }: { readonly body: string }) {
  return (
    <Fold title="Answer of the host">
      {body === '' ? (
        <p className={layout.caption}>It had no body.</p>
      ) : (
        <ScrolledText label="Body of the answer" text={body} />
      )}
    </Fold>
  );
}
