/** An image in a document: nothing of it is loaded by itself (security S-05, S-07, S-17). */
import { byteView } from '../../model/choose/base64-bytes.ts';
import { contentUrl } from '../../model/choose/content-url.ts';
import { type ImageSize, imageSize, MAX_IMAGE_SIDE } from '../../model/choose/image-size.ts';
import { isInlineType } from '../../model/choose/media-type.ts';
import { sniffMediaType } from '../../model/choose/sniff-media-type.ts';

export type ImageSource =
  | {
      readonly kind: 'remote';
      readonly address: string;
      readonly shown: string;
      readonly host: string;
      readonly isPunycode: boolean;
    }
  /** In the address itself. */
  | { readonly kind: 'data'; readonly type: string; readonly units: number }
  | { readonly kind: 'refused'; readonly shown: string; readonly why: string };

/** Reads where an image would come from. */
export function imageSource(address: string): ImageSource {
  if (/^data:/i.test(address)) {
    const type = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60})/i.exec(address)?.[1]?.toLowerCase() ?? 'no type given';
    return { kind: 'data', type, units: address.length };
  }
  const { kind, shown, scheme, host, isPunycode } = contentUrl(address);
  if (kind === 'remote' && host !== null) return { kind: 'remote', address, shown, host, isPunycode };
  if (kind === 'host-path') return { kind: 'refused', shown, why: 'a path on the host of the run' };
  return { kind: 'refused', shown, why: scheme === null ? 'no address' : `${scheme.slice(0, 40)}: address` };
}

/** An image that may be decoded, or why not in one sentence. */
export type CheckedImage =
  | { readonly kind: 'image'; readonly type: string; readonly size: ImageSize }
  | { readonly kind: 'problem'; readonly message: string };

/** Judges loaded bytes by themselves, whatever was declared: type by the first bytes, size by the header. */
export function checkImage(bytes: Uint8Array): CheckedImage {
  const view = byteView(bytes);
  const type = sniffMediaType(view);
  if (type === null || !isInlineType(type, 'image')) {
    return problem('The content is not an image that is shown in place: PNG, JPEG, GIF, WebP, AVIF or BMP.');
  }
  const size = imageSize(view, type);
  if (size === null) return problem('The header of the image does not tell its size, so it is not decoded.');
  if (size.width > MAX_IMAGE_SIDE || size.height > MAX_IMAGE_SIDE) {
    const sides = `${size.width} by ${size.height}`;
    return problem(
      `The image is ${sides} pixels; at most ${MAX_IMAGE_SIDE} by ${MAX_IMAGE_SIDE} are decoded.`,
    );
  }
  return { kind: 'image', type, size };
}

function problem(message: string): CheckedImage {
  return { kind: 'problem', message };
}
