/** Why a frame was taken away, in words for a person. */

export type FrameFault = 'silent' | 'flood' | 'bad-message' | 'moved' | 'too-large';

const words: Readonly<Record<FrameFault, string>> = {
  silent: 'The frame gave no sign of life for five seconds.',
  flood: 'The frame sent more than 200 messages in a second.',
  'bad-message': 'The frame sent a message that is not in its contract.',
  moved: 'The frame left its document.',
  'too-large': 'What was filled in is more than the frame may be sent.',
};

/** One sentence. */
export function frameFaultWords(fault: FrameFault): string {
  return words[fault];
}
