/** The samples of AGH Network v0, told in code, in display order. */
import type { Conversation } from './conversation.ts';
import { delegationConversation } from './delegation-conversation.ts';
import { faultyConversation } from './faulty-conversation.ts';
import { plainConversation } from './plain-conversation.ts';

export type { Conversation, MessageDoc } from './conversation.ts';

/** Every conversation of the samples. */
export const CONVERSATIONS: readonly Conversation[] = [
  plainConversation,
  delegationConversation,
  faultyConversation,
];

/** The text of a file: one message a line, so that a change shows as a line. */
export function conversationText({ shape, messages }: Conversation): string {
  const lines = messages.map((message) => JSON.stringify(message));
  return shape === 'list' ? `[\n${lines.join(',\n')}\n]\n` : `${lines.join('\n')}\n`;
}
