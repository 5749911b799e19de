import type { HostError } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { Facts, layout } from '@openwop-inspector/ui';
import { errorFacts } from '../../model/connect-text.ts';
import { Fold } from '../../rendering/Fold.tsx';
import doctorStyles from './Doctor.module.css';

/** The host's own response, folded by default. Masked by the shell. */
export function HostErrorDetails({ error }: { readonly error: HostError }) {
  return (
    <Fold title="What the host answered">
      <Facts>
        {errorFacts(error).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>
                <VisibleText text={value} />
              </code>
            </dd>
          </div>
        ))}
      </Facts>
      {error.rawBody === '' ? (
        <p className={layout.second}>The answer had no body.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className={doctorStyles.rawBody} tabIndex={0} aria-label="Body of the answer">
          <pre>
            <VisibleText text={error.rawBody} />
          </pre>
        </section>
      )}
    </Fold>
  );
}
