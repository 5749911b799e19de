import { masker } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, CopyButton, Dialog, DialogActions, Facts, Icon, layout } from '@openwop-inspector/ui';
import type { LinkFacts } from '../../shared/link-facts.ts';

export interface LinkDialogProps {
  readonly link: LinkFacts;
  /** Called for the answer, also when the person leaves without one. */
  readonly onClose: () => void;
}

/** Asks before an address found in content is opened outside, and shows all of it (security S-04). */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const { address, decoded, host, isPunycode, isPlain } = link;
  return (
    <Dialog title="Open this address outside?" kind="question" onClose={onClose}>
      <p className={layout.words}>
        It was written by the model or a tool, not by the inspector. It opens in your browser.
      </p>
      <Facts>
        <dt>Host</dt>
        <dd>
          <VisibleText as="strong" text={host} />
        </dd>
        <dt>Address</dt>
        <VisibleText as="dd" className={layout('max12em scrolls code')} text={decoded} />
        {decoded === address ? null : (
          <>
            <dt>As written</dt>
            <dd className={layout('max12em scrolls code')}>{address}</dd>
          </>
        )}
      </Facts>
      {isPunycode ? (
        <Warning>
          The host is written in another alphabet. It may look like a known one and be another.
        </Warning>
      ) : null}
      {isPlain ? (
        <Warning>The address is plain http: what is sent and answered can be read on the way.</Warning>
      ) : null}
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          Cancel
        </Button>
        <CopyButton label="Copy address" text={masker.text(address)} />
        <Button
          icon="external"
          look="primary"
          onPress={() => {
            window.open(address, '_blank', 'noopener,noreferrer');
            onClose();
          }}
        >
          Open
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Warning({ children }: { readonly children: string }) {
  return (
    <p className={layout('rowTop body warnText gap8 warnEdge warnTint roundedMore pad8x12 marginTop12')}>
      <Icon name="warning" className={layout.marginTop3} /> {children}
    </p>
  );
}
