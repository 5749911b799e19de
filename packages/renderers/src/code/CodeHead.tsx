import { formatCount } from '@openwop-inspector/base';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import controls from '../parts/parts.module.css';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './code-view.module.css';
import type { CodeLanguage } from './highlight/languages.ts';

export interface CodeHeadProps {
  readonly title: string;
  readonly lang: string | null;
  readonly language: CodeLanguage | null;
  readonly lineCount: number;
  readonly isWrapped: boolean;
  readonly isSearching: boolean;
  readonly onWrap: () => void;
  readonly onSearch: () => void;
  readonly onCopy: () => void;
}

/** What the code is, and the tools for it. */
export function CodeHead(props: CodeHeadProps) {
  const { title, lineCount } = props;
  return (
    <div className={styles.head}>
      <Icon name="tool" />
      <b className={styles.title}>
        <VisibleText text={title} />
      </b>
      <span className={classNames(layout.grow, layout.clip, layout.third)}>
        <LanguageWords lang={props.lang} language={props.language} />
        {' · '}
        {lineCount === 1 ? '1 line' : `${formatCount(lineCount)} lines`}
      </span>
      <Tool label="Search in code" isOn={props.isSearching} onPress={props.onSearch}>
        <Icon name="search" />
      </Tool>
      <Tool label="Wrap lines" isOn={props.isWrapped} onPress={props.onWrap}>
        <Icon name="wrap" />
      </Tool>
      <Tool label="Copy code" onPress={props.onCopy}>
        <Icon name="copy" />
      </Tool>
    </div>
  );
}

function LanguageWords({ lang, language }: Pick<CodeHeadProps, 'lang' | 'language'>) {
  if (language !== null) return language.title;
  if (lang === null) return 'no language given';
  return (
    <>
      <VisibleText text={lang.slice(0, 60)} />, shown plain
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly isOn?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Tool({ label, isOn, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className={controls.tool}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
