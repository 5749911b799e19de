/** Work that is handed on: a capability with its digest, a second interaction in another channel, receipts, a question. */
import { type Conversation, card, message } from './conversation.ts';

const planner = 'planner.sess-1';
const importer = 'importer.sess-2';
const branch = 'branch.sess-3';

/** The digest is the one that the capability should carry; a test computes it anew. */
const capability = {
  id: 'catalogue.import',
  summary: 'Imports the catalogue of a branch library',
  outcome: 'Every record is in the index or on the list of what was left out',
  version: '2',
  context_needed: ['address of the catalogue'],
  artifacts_expected: ['list of what was left out'],
  requirements: ['index.write', 'network.read'],
  digest: 'sha256:91205230efc4b6e26fd17e36c43e69b56248a47dfb38ef55a27c6f069eae1fb3',
};

const work = { interaction_id: 'import-7', trace_id: 'spring-import' };
const part = { interaction_id: 'records-7', trace_id: 'spring-import' };

export const delegationConversation: Conversation = {
  sampleId: 'agh-delegation',
  file: 'agh-delegation.json',
  title: 'An import is handed on twice: a capability, receipts, a question on the way, two channels',
  shape: 'list',
  messages: [
    message('builders', [0, 'd-01', 'greet', importer, null], {
      peer_card: card(importer, 'Importer', ['catalogue.import']),
    }),
    message('builders', [4, 'd-02', 'whois', planner, importer], {
      type: 'request',
      query: 'catalogue.import',
    }),
    message(
      'builders',
      [5, 'd-03', 'whois', importer, planner],
      {
        type: 'response',
        peer_card: card(importer, 'Importer, second shift', ['catalogue.import', 'catalogue.check']),
      },
      { reply_to: 'd-02' },
    ),
    message(
      'builders',
      [20, 'd-04', 'direct', planner, importer],
      { text: 'Import the branch catalogue.', artifacts: [{ type: 'file', ref: 'branch.csv' }] },
      work,
    ),
    message(
      'builders',
      [21, 'd-05', 'receipt', importer, planner],
      { for_id: 'd-04', status: 'accepted' },
      { ...work, reply_to: 'd-04' },
    ),
    message(
      'builders',
      [24, 'd-06', 'capability', importer, planner],
      { capability },
      { ...work, causation_id: 'd-04' },
    ),
    message(
      'builders',
      [30, 'd-07', 'trace', importer, planner],
      { state: 'working' },
      { ...work, causation_id: 'd-04' },
    ),
    message(
      'branches',
      [34, 'd-08', 'direct', importer, branch],
      { text: 'Send the records that changed since March.' },
      { ...part, causation_id: 'd-07' },
    ),
    message(
      'branches',
      [35, 'd-09', 'receipt', branch, importer],
      { for_id: 'd-08', status: 'accepted' },
      { ...part, reply_to: 'd-08' },
    ),
    message(
      'branches',
      [60, 'd-10', 'trace', branch, importer],
      { state: 'needs_input', message: 'Which of the two catalogues?' },
      { ...part, causation_id: 'd-08' },
    ),
    message(
      'branches',
      [90, 'd-11', 'direct', importer, branch],
      { text: 'The one of the main hall.' },
      { ...part, reply_to: 'd-10' },
    ),
    message(
      'branches',
      [150, 'd-12', 'trace', branch, importer],
      { state: 'completed', artifact_refs: ['records-7.csv'] },
      { ...part, causation_id: 'd-11' },
    ),
    message(
      'builders',
      [170, 'd-13', 'trace', importer, planner],
      { state: 'completed', result: { imported: 1204, left_out: 3 } },
      { ...work, causation_id: 'd-12' },
    ),
  ],
};
