import { isReadableOnTheWay } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost, ShellInfo, TokenState } from '@openwop-inspector/shell-contract';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { cannotKeepText, tokenText } from '../../model/connect-text.ts';
import { type TokenChoice, useHostChanges } from '../../queries/host-queries.ts';
import { textOf } from '../../state/hosts-actions.ts';
import { useInfoStore } from '../../state/info-store.ts';
import { watchTokenField } from '../../state/typed-token.ts';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Host.module.css';
import { TokenForm } from './TokenForm.tsx';

/** Container: the token of a host. It is sent to the shell once; the window only knows whether there is one. */
export function TokenChoicePane({ host }: { readonly host: SavedHost }) {
  const { hostId, token, baseUrl } = host;
  const shell = useInfoStore((state) => state.shell);
  const canKeepTokens = useInfoStore((state) => state.canKeepTokens);
  const [isReplacing, setReplacing] = useState(false);
  // The replacement of a focused element takes the focus too.
  const [isTouched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const changes = useHostChanges();
  const set = async (choice: TokenChoice): Promise<boolean> => {
    setFailure(null);
    try {
      const refusal = await changes.setToken(hostId, choice);
      setReplacing(false);
      return refusal === null;
    } catch (reason) {
      setFailure(textOf(reason));
      return false;
    }
  };
  return (
    <section
      className={classNames(layout.stack, layout.fixed, layout.ruled, layout.gap8, styles.group)}
      aria-label="Token"
    >
      <h3>Token</h3>
      <TokenLine
        token={token}
        shell={shell}
        isReplacing={isReplacing}
        takesFocus={isTouched}
        onReplace={() => {
          setTouched(true);
          setReplacing(true);
        }}
        onForget={() => {
          setTouched(true);
          void set({ kind: 'none' });
        }}
      />
      {token.kept === 'none' || isReplacing ? (
        <TokenForm
          shell={shell}
          cannotKeep={cannotKeepText({ canKeepTokens, shell })}
          takesFocus={isTouched}
          isReadable={isReadableOnTheWay(baseUrl)}
          onSet={set}
          onPressed={() => setTouched(true)}
          watch={(setTyped) => watchTokenField(hostId, setTyped)}
          onCancel={isReplacing ? () => setReplacing(false) : null}
        />
      ) : null}
      {failure === null ? null : <Failure message={failure} />}
    </section>
  );
}

interface TokenLineProps {
  readonly token: TokenState;
  readonly shell: ShellInfo['shell'];
  readonly isReplacing: boolean;
  /** The first button takes the focus when it is mounted. */
  readonly takesFocus: boolean;
  readonly onReplace: () => void;
  readonly onForget: () => void;
}

/** View: that a token is stored, where and for how long; never the token. */
function TokenLine(props: TokenLineProps) {
  const { token, shell, isReplacing, takesFocus, onReplace, onForget } = props;
  const isStored = token.kept !== 'none';
  return (
    <>
      <p className={classNames(layout.rowTop, layout.second, layout.gap8, layout.topIcon)} role="status">
        <Icon name={isStored ? 'authorization' : 'unknown'} />
        <span>
          <VisibleText text={tokenText(token, shell)} />
        </span>
      </p>
      {token.remark === null ? null : (
        <p className={classNames(layout.rowTop, layout.warnText, layout.gap8, layout.topIcon)}>
          <Icon name="warning" /> <VisibleText text={token.remark} />
        </p>
      )}
      {isStored ? (
        <div className={classNames(layout.flex, layout.gap6)}>
          {isReplacing ? null : (
            <Button small onPress={onReplace} autoFocus={takesFocus}>
              Replace
            </Button>
          )}
          <Button small onPress={onForget}>
            Forget
          </Button>
        </div>
      ) : null}
    </>
  );
}
