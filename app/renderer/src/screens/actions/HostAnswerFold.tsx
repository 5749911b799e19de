import { layout } from '@openwop-inspector/ui';
import { Fold } from '../../rendering/Fold.tsx';
import { ScrolledText } from './ScrolledText.tsx';

/** The body of an answer as it came, masked, folded until somebody asks for it. */
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
