import { useEffect, useState } from 'react';

interface Held {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly url: string;
}

/**
 * An address for bytes in memory, with exactly this type. Revoked when the component goes and when the bytes or the type
 * change (security S-07); null until there is one for these bytes.
 */
export function useBlobUrl(bytes: Uint8Array<ArrayBuffer>, type: string): string | null {
  const [held, setHeld] = useState<Held | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    setHeld({ bytes, type, url });
    return () => URL.revokeObjectURL(url);
  }, [bytes, type]);
  return held !== null && held.bytes === bytes && held.type === type ? held.url : null;
}
