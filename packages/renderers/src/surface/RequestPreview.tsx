import { Button, Icon, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { pressedAction } from '../model/a2ui/surface-actions.ts';
import { isLocked, type ValidSurface } from '../model/a2ui/surface-model.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { displayText } from '../visible-text/visible-text.ts';
import type { LockReason } from './lock-reasons.ts';
import { RequestText } from './RequestText.tsx';
import styles from './surface.module.css';
import { type RequestPlace, surfaceRequest } from './surface-request.ts';

/** `asks`: a host is attached. `past`: it is, and this is a state of the past. `no-host`: nothing is ever sent. */
export type Sending = 'asks' | 'past' | 'no-host';

const SENDING: Readonly<Record<Sending, string>> = {
  asks: 'Pressing it shows the exact request and asks first.',
  past: 'Nothing is sent from an earlier state: the last frame is the surface that the host waits for.',
  'no-host': 'Nothing leaves this machine: sending needs a live host.',
};

export interface RequestPreviewProps {
  readonly model: ValidSurface;
  readonly place: RequestPlace;
  readonly reasons: readonly LockReason[];
  /** Effect of a press here. */
  readonly sending: Sending;
  /** Place of the button pressed last, whose request is displayed unless another was chosen. */
  readonly lastPressed: number | null;
  /** Absent while nothing is filled in. */
  readonly onReset?: () => void;
}

/** The request of a button as it would go out with what is filled in now. */
export function RequestPreview(props: RequestPreviewProps) {
  const { model, place, reasons, sending, lastPressed, onReset } = props;
  const { buttons } = model;
  const [chosen, setChosen] = useState<number | null>(null);
  const displayed = buttons.find(({ index }) => index === (chosen ?? lastPressed)) ?? buttons[0];
  if (displayed === undefined) {
    return <p className={styles.quiet}>The surface has no button, so nothing would ever be sent.</p>;
  }
  const { label, action } = displayed.button;
  const request = surfaceRequest(pressedAction(model, displayed.button), place);
  const blocking = isLocked(model, displayed.button) ? reasons : [];
  return (
    <section className={layout('grid narrow gap6 pad0x16')}>
      <p className={layout('flex breaks remark gap6')}>
        <Icon name="play" size={12} />
        <span>
          <VisibleText text={label} /> would send this{once(blocking)}. {SENDING[sending]}
        </span>
      </p>
      {buttons.length < 2 ? null : (
        <label className={layout('row narrow nowrap remark gap6 smallSelect')}>
          Request of{' '}
          <select value={displayed.index} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {buttons.map(({ index, button }) => (
              <option key={index} value={index}>
                {displayText(button.label)}
              </option>
            ))}
          </select>
        </label>
      )}
      <RequestText request={request} canCopy={blocking.length === 0} />
      <div className={layout('rowTop wrap', styles.row)}>
        <details className={styles.fold}>
          <summary>How this request is made</summary>
          <ul className={layout('grid breaks gap4', styles.rules)}>
            {RULES[model.answers === null ? 'tree' : 'messages']}
            {RULES[action.target]}
          </ul>
        </details>
        {onReset === undefined ? null : (
          <Button small onPress={onReset}>
            Reset what was filled in
          </Button>
        )}
      </div>
    </section>
  );
}

function once(reasons: readonly LockReason[]): string {
  if (reasons.length === 0) return '';
  const isOnlyEmpty = reasons.every(({ code }) => code === 'a2ui_required_empty');
  return isOnlyEmpty ? ' once the required fields are filled' : ' if it were not locked';
}

/** How a request is made of each body of a surface and for each target, and where the protocol says less than one would like. */
const RULES = {
  tree: (
    <>
      <li>
        A value goes out under the <code>id</code> of its field, in document order; <code>action</code> comes
        last, with the id of the pressed button <Cited clause="envelope 7.3" />
      </li>
      <li>
        Two fields with one id, or a field called <code>action</code>, would replace one value by another:
        then no button works <Cited clause="envelope 7.2" />
      </li>
    </>
  ),
  messages: (
    <li>
      What goes out is the context of the button with its paths resolved in the data model, or the whole model
      where the button has none. What is entered changes the data at the path of its field{' '}
      <Cited clause="envelope 7.7" />
    </li>
  ),
  resume: (
    <li>
      Target <code>resume</code>: the values become the <code>resumeValue</code> of the interrupt{' '}
      <Cited clause="envelope 7.3" />
    </li>
  ),
  exchange: (
    <li>
      Target <code>exchange</code>: the values become a message of the conversation. The protocol names no
      request for it; this is the form a recorded host takes, as the content of a turn{' '}
      <Cited clause="envelope 7.3, run-events 2" />
    </li>
  ),
} as const;

function Cited({ clause }: { readonly clause: string }) {
  return (
    <span className={styles.meta}>
      <Clause clause={clause} />
    </span>
  );
}
