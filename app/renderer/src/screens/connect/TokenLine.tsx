import { VisibleText } from '@openwop-inspector/renderers';
import type { ShellInfo, TokenState } from '@openwop-inspector/shell-contract';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { tokenWords } from '../../model/connect-words.ts';

export interface TokenLineProps {
  readonly token: TokenState;
  readonly shell: ShellInfo['shell'];
  readonly isReplacing: boolean;
  /** The first button takes the focus when it comes. */
  readonly takesFocus: boolean;
  readonly onReplace: () => void;
  readonly onForget: () => void;
}

/** View: that a token is kept, where and for how long; never the token. */
export function TokenLine(props: TokenLineProps) {
  const { token, shell, isReplacing, takesFocus, onReplace, onForget } = props;
  const isKept = token.kept !== 'none';
  return (
    <>
      <p className={classNames(layout.rowTop, layout.second, layout.gap8, layout.topIcon)} role="status">
        <Icon name={isKept ? 'authorization' : 'unknown'} />
        <span>
          <VisibleText text={tokenWords(token, shell)} />
        </span>
      </p>
      {token.remark === null ? null : (
        <p className={classNames(layout.rowTop, layout.warnText, layout.gap8, layout.topIcon)}>
          <Icon name="warning" /> <VisibleText text={token.remark} />
        </p>
      )}
      {isKept ? (
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
