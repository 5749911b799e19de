import { formatCount, unreachable } from '@openwop-inspector/base';
import { Button, ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { useCallback } from 'react';
import {
  type ContentProblem,
  type LoadedContent,
  useRenderServices,
} from '../../contract/render-services.ts';
import { byteView, contentUrl } from '../../model/choose/content-source.ts';
import { imageSize, isInlineType, MAX_IMAGE_SIDE, sniffMediaType } from '../../model/choose/media-type.ts';
import { useBlobUrl, useLoadOnce } from '../../parts/loaded-content.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';

export interface MarkdownImageProps {
  readonly address: string;
  readonly alt: string;
  /** Empty for none. */
  readonly title: string;
}

/** An image of a document: a placeholder that names where it would come from, and the image after a click. */
export function MarkdownImage({ address, alt, title }: MarkdownImageProps) {
  const source = imageSource(address);
  const { loadOnce, place } = useRenderServices();
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await loadOnce(address, signal);
      return answer.kind === 'problem' ? answer : checkImage(answer.bytes);
    },
    [loadOnce, address],
  );
  const { state, start, cancel, fail } = useLoadOnce(load);
  if (state.kind === 'bytes') {
    const host = source.kind === 'remote' ? source.host : '';
    return <LoadedImage image={state} alt={alt} host={host} onFail={fail} />;
  }
  return (
    <span className={layout('row dashed roundedMore remark gap8 marginY8 pad6x10')}>
      <Icon name="image" size={16} />
      <span className={layout('column grow')}>
        <b>{source.kind === 'data' ? 'Inline image not displayed' : 'Remote image not loaded'}</b>
        <span>
          <SourceText source={source} />
          {alt === '' ? ' · no description given' : <QuotedText text={alt} />}
          {title !== '' && <QuotedText text={title} />}
        </span>
        {/* Before the click: loading once never sends credentials. */}
        {source.kind === 'remote' && (
          <span className={layout.caption}>
            {place.runId !== null && (
              <>
                Run <VisibleText text={place.runId} />.{' '}
              </>
            )}
            No credentials are sent.
          </span>
        )}
        {state.kind === 'problem' && (
          <span role="alert" className={layout.errorText}>
            {state.message}
          </span>
        )}
      </span>
      {source.kind === 'remote' && state.kind !== 'loading' && (
        <ControlButton title={source.masked} aria-label={`Load once from ${source.host}`} onClick={start}>
          Load once
        </ControlButton>
      )}
      {state.kind === 'loading' && (
        <Button small onPress={cancel}>
          Cancel loading
        </Button>
      )}
    </span>
  );
}

interface LoadedImageProps {
  readonly image: LoadedContent;
  readonly alt: string;
  readonly host: string;
  readonly onFail: (message: string) => void;
}

function LoadedImage({ image, alt, host, onFail }: LoadedImageProps) {
  const url = useBlobUrl(image.bytes, image.declaredType ?? '');
  return (
    <span className={layout('rowTop gap4 column marginY8')}>
      <img
        src={url ?? undefined}
        alt={alt}
        className={layout('capped framed rounded autoHigh')}
        onError={() => onFail('The image could not be decoded.')}
      />
      <span className={layout.caption}>
        Loaded once from <VisibleText text={host} />
      </span>
    </span>
  );
}

function SourceText({ source }: { readonly source: ImageSource }) {
  switch (source.kind) {
    case 'remote':
      return (
        <>
          <VisibleText text={source.host} />
          {source.isPunycode && (
            <b
              className={layout('inlineRow warnEdge warnTint rounded meta warnText gap3 marginStart4 pad0x4')}
            >
              {' '}
              look-alike letters in the host
            </b>
          )}
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

function QuotedText({ text }: { readonly text: string }) {
  return (
    <>
      {' · “'}
      <VisibleText text={text} />”
    </>
  );
}

/** An image in a document: nothing of it is loaded by itself (security S-05, S-07, S-17). */
type ImageSource =
  | {
      readonly kind: 'remote';
      readonly masked: string;
      readonly host: string;
      readonly isPunycode: boolean;
    }
  /** In the address itself. */
  | { readonly kind: 'data'; readonly type: string; readonly units: number }
  | { readonly kind: 'refused'; readonly masked: string; readonly why: string };

/** Reads where an image would come from. */
export function imageSource(address: string): ImageSource {
  if (/^data:/i.test(address)) {
    const type = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60})/i.exec(address)?.[1]?.toLowerCase() ?? 'no type given';
    return { kind: 'data', type, units: address.length };
  }
  const { kind, masked, scheme, host, isPunycode } = contentUrl(address);
  if (kind === 'remote' && host !== null) return { kind: 'remote', masked, host, isPunycode };
  if (kind === 'host-path') return { kind: 'refused', masked, why: 'a path on the host of the run' };
  return { kind: 'refused', masked, why: scheme === null ? 'no address' : `${scheme.slice(0, 40)}: address` };
}

/** Judges loaded bytes by themselves, whatever was declared: type by the first bytes, size by the header. */
export function checkImage(bytes: Uint8Array<ArrayBuffer>): LoadedContent | ContentProblem {
  const view = byteView(bytes);
  const type = sniffMediaType(view);
  if (type === null || !isInlineType(type, 'image')) {
    return problem('The content is not an image of a supported type: PNG, JPEG, GIF, WebP, AVIF or BMP.');
  }
  const size = imageSize(view, type);
  if (size === null) return problem('The header of the image does not give its size, so it is not decoded.');
  if (size.width > MAX_IMAGE_SIDE || size.height > MAX_IMAGE_SIDE) {
    const sides = `${size.width} by ${size.height}`;
    return problem(
      `The image is ${sides} pixels; at most ${MAX_IMAGE_SIDE} by ${MAX_IMAGE_SIDE} are decoded.`,
    );
  }
  return { kind: 'bytes', bytes, declaredType: type };
}

function problem(message: string): ContentProblem {
  return { kind: 'problem', message };
}
