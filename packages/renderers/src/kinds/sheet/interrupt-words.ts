/** What the words of interrupts and approvals mean (run-events 3.3). */

/** What a node waits for, to stand after "waits for". */
export const WAITS_FOR: ReadonlyMap<string, string> = new Map([
  ['approval', 'an approval'],
  ['clarification', 'answers of a person'],
  ['external-event', 'an event from outside'],
  ['custom', 'an answer of its own kind'],
  ['conversation.start', 'the start of a conversation'],
  ['conversation.exchange', 'the next turn of a conversation'],
  ['conversation.close', 'the end of a conversation'],
  ['low-confidence', 'a person, because an agent was not sure enough'],
]);

export const REJECTION_POLICIES: ReadonlyMap<string, string> = new Map([
  ['single-veto', 'one rejection ends it'],
  ['majority', 'most of the votes decide'],
]);
