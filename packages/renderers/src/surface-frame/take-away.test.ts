import { expect, test } from 'vitest';
import { takeAwayFromFrame } from './open-frame.ts';

class Document {
  execCommand(): boolean {
    return true;
  }
}
class Navigator {
  get clipboard(): string {
    return 'clipboard';
  }
}

test('what goes past the policy is gone for good, on objects that are there already too (security S-03)', () => {
  const document = new Document();
  const navigator = new Navigator();
  const frame = { Document, Navigator, RTCPeerConnection: class {}, document, navigator };
  takeAwayFromFrame(frame);
  expect([frame.RTCPeerConnection, document.execCommand, navigator.clipboard]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(Reflect.deleteProperty(frame, 'RTCPeerConnection')).toBe(false);
  expect(Reflect.set(Document.prototype, 'execCommand', () => true)).toBe(false);
  expect(document.execCommand).toBeUndefined();
});

test('an engine that has none of it gets none', () => {
  const frame = {};
  takeAwayFromFrame(frame);
  expect(Reflect.get(frame, 'RTCPeerConnection')).toBeUndefined();
});
