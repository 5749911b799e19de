import { formatCount, unreachable } from '@openwop-inspector/base';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { useRenderServices } from '../../contract/render-services.ts';
import controls from '../../parts/parts.module.css';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { type ImageSource, imageSource } from './image-source.ts';
import styles from './markdown.module.css';
import { useImage } from './use-image.ts';

export interface MarkdownImageProps {
  readonly address: string;
  readonly alt: string;
  /** Empty for none. */
  readonly title: string;
}

/** An image of a document: a placeholder that names where it would come from, and the image after a click. */
export function MarkdownImage({ address, alt, title }: MarkdownImageProps) {
  const source = imageSource(address);
  const { state, load, cancel, fail } = useImage(source.kind === 'remote' ? source.address : '');
  if (state.kind === 'shown') {
    return (
      <span className={styles.figure}>
        <img src={state.url} alt={alt} className={styles.image} onError={fail} />
        <span className={layout.caption}>
          Loaded once from <VisibleText text={source.kind === 'remote' ? source.host : ''} />
        </span>
      </span>
    );
  }
  return (
    <span className={styles.placeholder}>
      <Icon name="image" size={16} />
      <span className={classNames(layout.column, layout.grow)}>
        <b>{source.kind === 'data' ? 'Inline image not shown' : 'Remote image not loaded'}</b>
        <span>
          <SourceWords source={source} />
          {alt === '' ? ' · no description given' : <QuotedWords text={alt} />}
          {title !== '' && <QuotedWords text={title} />}
        </span>
        {source.kind === 'remote' && <CredentialWords />}
        {state.kind === 'failed' && (
          <span role="alert" className={layout.errorText}>
            {state.message}
          </span>
        )}
      </span>
      {source.kind === 'remote' && state.kind !== 'loading' && (
        <button
          type="button"
          className={controls.button}
          title={source.shown}
          aria-label={`Load once from ${source.host}`}
          onClick={load}
        >
          Load once
        </button>
      )}
      {state.kind === 'loading' && (
        <Button small onPress={cancel}>
          Cancel loading
        </Button>
      )}
    </span>
  );
}

function SourceWords({ source }: { readonly source: ImageSource }) {
  switch (source.kind) {
    case 'remote':
      return (
        <>
          <VisibleText text={source.host} />
          {source.isPunycode && <b className={styles.warning}> look-alike letters in the host</b>}
        </>
      );
    case 'data':
      return (
        <>
          <VisibleText text={source.type} />, {formatCount(source.units)} characters
        </>
      );
    case 'refused':
      return <VisibleText text={source.why} />;
    default:
      return unreachable(source);
  }
}

function QuotedWords({ text }: { readonly text: string }) {
  return (
    <>
      {' · “'}
      <VisibleText text={text} />”
    </>
  );
}

/** Loading once never sends credentials; a person is told so before the click. */
function CredentialWords() {
  const { place } = useRenderServices();
  return (
    <span className={layout.caption}>
      {place.runId !== null && (
        <>
          Run <VisibleText text={place.runId} />.{' '}
        </>
      )}
      No credentials are sent.
    </span>
  );
}
