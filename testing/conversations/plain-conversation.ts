/** Two peers, one question, one answer: nothing in it is to be said. */
import { type Conversation, card, message } from './conversation.ts';

const desk = 'front-desk.day';
const shelf = 'shelf-keeper.day';

export const plainConversation: Conversation = {
  sampleId: 'agh-plain',
  file: 'agh-plain.ndjson',
  title: 'Two peers of a library find a book: one interaction, completed',
  shape: 'ndjson',
  messages: [
    message('reading-room', [0, 'm-01', 'greet', desk, null], {
      peer_card: card(desk, 'Front desk', ['loans']),
    }),
    message('reading-room', [2, 'm-02', 'greet', shelf, null], {
      peer_card: card(shelf, 'Shelf keeper', ['shelves']),
    }),
    message('reading-room', [10, 'm-03', 'say', desk, null], { text: 'The reading room is open.' }),
    message(
      'reading-room',
      [31, 'm-04', 'direct', desk, shelf],
      { text: 'Is the atlas of 1911 on its shelf?', intent: 'look-up' },
      { interaction_id: 'atlas' },
    ),
    message(
      'reading-room',
      [32, 'm-05', 'receipt', shelf, desk],
      { for_id: 'm-04', status: 'accepted' },
      { interaction_id: 'atlas', reply_to: 'm-04' },
    ),
    message(
      'reading-room',
      [40, 'm-06', 'trace', shelf, desk],
      { state: 'working', message: 'On the way to shelf 12' },
      { interaction_id: 'atlas', causation_id: 'm-04' },
    ),
    message(
      'reading-room',
      [95, 'm-07', 'trace', shelf, desk],
      { state: 'completed', result: { shelf: '12', place: 'third from the left' } },
      { interaction_id: 'atlas', causation_id: 'm-06' },
    ),
    message(
      'reading-room',
      [110, 'm-08', 'say', desk, null],
      { text: 'The atlas is on shelf 12.' },
      { causation_id: 'm-07' },
    ),
  ],
};
