import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const request = 'schema.request';
const response = 'schema.response';

export const schemaExchange: Family = {
  name: 'schema',
  title: 'schema.request and schema.response',
  stories: [
    envelopeStory('normal', 'Asked for', () => ({
      type: request,
      payload: {
        reasoning: 'I have not seen the form of the surface yet.',
        envelopeType: 'ui.a2ui-surface',
        reason: 'To know which components there are.',
      },
    })),
    envelopeStory('answered', 'Taken note of', () => ({
      type: response,
      payload: { envelopeType: 'ui.a2ui-surface', ack: true },
    })),
    envelopeStory('vendor', 'Of a kind that only the host knows', () => ({
      type: request,
      payload: { envelopeType: 'vendor.acme.prd.create' },
    })),
    envelopeStory('empty', 'Nothing asked', () => ({ type: request, payload: {} })),
    envelopeStory('not-acknowledged', 'An answer that is none', () => ({
      type: response,
      payload: { envelopeType: 'error', ack: false },
    })),
    envelopeStory('huge', 'A reason of 1,024 characters', () => ({
      type: request,
      payload: { envelopeType: 'error', reason: longText(200).slice(0, 1_024), reasoning: longText(800) },
    })),
    envelopeStory('hostile', 'A kind that wants to be a path', () => ({
      type: request,
      payload: { envelopeType: '../../__proto__', reason: hostileTexts.join(' ') },
    })),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type: request,
      payload: { envelopeType: 'clarification.request', reason: 'The page told me to.' },
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left', () => ({
      type: request,
      payload: { envelopeType: 'error', reason: arabic },
    })),
  ],
};
