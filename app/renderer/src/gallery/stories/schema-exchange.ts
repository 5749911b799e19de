import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'schema.request' });
const response = 'schema.response';

export const schemaExchange = family('schema', 'schema.request and schema.response', [
  story('normal', 'Requested', () => ({
    reasoning: 'I have not seen the form of the surface yet.',
    envelopeType: 'ui.a2ui-surface',
    reason: 'To know which components there are.',
  })),
  story('answered', 'Taken note of', { type: response }, () => ({
    envelopeType: 'ui.a2ui-surface',
    ack: true,
  })),
  story('vendor', 'Of a kind that only the host knows', () => ({ envelopeType: 'vendor.acme.prd.create' })),
  story('empty', 'Nothing requested', () => ({})),
  story('not-acknowledged', 'An answer that is none', { type: response }, () => ({
    envelopeType: 'error',
    ack: false,
  })),
  story('huge', 'A reason of 1,024 characters', () => ({
    envelopeType: 'error',
    reason: longText(200).slice(0, 1_024),
    reasoning: longText(800),
  })),
  story('hostile', 'A kind that wants to be a path', () => ({
    envelopeType: '../../__proto__',
    reason: hostileTexts.join(' '),
  })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    envelopeType: 'clarification.request',
    reason: 'The page instructed me to.',
  })),
  story('rtl', 'Right to left', () => ({ envelopeType: 'error', reason: arabic })),
]);
