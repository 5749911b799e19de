import { isRecord, StreamTokens } from '@openwop-inspector/base';
import { isPieceType, MAX_PIECE, pieceOf } from '@openwop-inspector/protocol';

/** Streams at once whose last piece may end inside a token; of more, the oldest is given up. */
const MAX_STREAMS = 256;

/** Finds tokens that a host divides over events of one stream, as they arrive. */
export class OpenStreams {
  private readonly streams = new Map<string, StreamTokens>();

  /**
   * Takes an event, as JSON text; true when a piece of a token may be in it. Only a piece that may hold a secret, and one
   * that comes while a token is open, is parsed. O(1) for all others, O(length) for those.
   */
  take(text: string, type: string | null, mayHoldSecrets: boolean): boolean {
    if (!mayHoldSecrets && this.streams.size === 0) return false;
    if (type === null || !isPieceType(type) || text.length > MAX_PIECE) return false;
    const piece = streamPiece(text, type);
    if (piece === null) return false;
    const tokens = this.streams.get(piece.stream) ?? new StreamTokens();
    const wasOpen = this.streams.delete(piece.stream);
    const isOpen = tokens.take(piece.text);
    if (isOpen) {
      tokens.maskOpen();
      this.streams.set(piece.stream, tokens);
      const [oldest] = this.streams.keys();
      if (this.streams.size > MAX_STREAMS && oldest !== undefined) this.streams.delete(oldest);
    }
    return wasOpen || isOpen;
  }
}

/** The text of a piece, and what its stream is known by: type, run, node and channel. */
function streamPiece(text: string, type: string): { readonly text: string; readonly stream: string } | null {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(event)) return null;
  const payload = isRecord(event.payload) ? event.payload : event.data;
  const piece = pieceOf(payload);
  if (piece === null || !isRecord(payload)) return null;
  const nodeId = event.nodeId ?? payload.nodeId;
  return { text: piece.text, stream: JSON.stringify([type, event.runId, nodeId, piece.channel]) };
}
