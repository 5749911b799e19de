import { Button, classNames, layout } from '@openwop-inspector/ui';
import { useRenderServices } from '../contract/render-services.ts';
import { JsonText } from './JsonText.tsx';
import styles from './surface.module.css';
import { curlCommand, type SurfaceRequest } from './surface-request.ts';

export interface RequestTextProps {
  readonly request: SurfaceRequest;
  /** False while the button is locked: what would not be sent is not handed out. */
  readonly canCopy: boolean;
}

/** A request as it would go out, to read and to copy. */
export function RequestText({ request, canCopy }: RequestTextProps) {
  const { copyText } = useRenderServices();
  const { method, path, body, unknown } = request;
  return (
    <div className={classNames(layout.grid, layout.narrow, layout.card, layout.gap4, layout.pad8x12)}>
      <p className={classNames(layout.breaks, layout.payload, layout.primary)}>
        {method} {path}
      </p>
      <JsonText json={body} />
      {unknown.length === 0 ? null : (
        <p className={styles.meta}>
          {unknown.map((name) => `{${name}}`).join(' and ')}{' '}
          {unknown.length === 1 ? 'is not known from' : 'are not known from'} what is open here.
        </p>
      )}
      {canCopy ? (
        <div className={styles.row}>
          <Button small onPress={() => void copyText(body, 'Request as JSON')}>
            Copy as JSON
          </Button>
          <Button small onPress={() => void copyText(curlCommand(request), 'Request as curl')}>
            Copy as curl
          </Button>
          <span className={styles.meta}>without credentials</span>
        </div>
      ) : null}
    </div>
  );
}
