/**
 * The vocabulary of generated logs. Everything is invented; no product, company or person is meant. Some words are not
 * ASCII, in two, three and four bytes of UTF-8, because real logs hold them and byte offsets go wrong there first.
 */

export const SUBJECTS: readonly string[] = [
  'the export',
  'the draft',
  'the checklist',
  'the brief',
  'the release note',
  'the invoice',
  'the second market',
  'the review',
  'the upload',
  'the retry',
  'the catalogue',
  'the price table',
  'the summary',
  'the intake form',
  'the outline',
  'the Größe column',
  'the café menu',
  'the 東京 shelf',
  'the Zürich office',
  'the résumé field',
  'the naïve estimate',
];

export const VERBS: readonly string[] = [
  'names',
  'keeps',
  'misses',
  'repeats',
  'replaces',
  'depends on',
  'comes before',
  'contradicts',
  'confirms',
  'leaves out',
  'refers to',
  'was written after',
  'is waiting for',
  'has to match',
];

export const OBJECTS: readonly string[] = [
  'two markets',
  'the launch date',
  'an earlier version',
  'the audience',
  'three open questions',
  'the file that was uploaded last',
  'the limits of the host',
  'a title of at most eighty characters',
  'the order of the steps',
  'the goals of the quarter',
  'the list of owners by role',
  'the previous answer',
  'a table with “quoted” cells',
  'a path such as C:\\exports\\latest',
  'the formula 𝑛 ≤ 𝑘²',
  'the column “größer als”',
  'a note in Ελληνικά',
  'the label 配送済み',
  'the value null',
  'a line that ends early',
];

export const TAILS: readonly string[] = [
  '',
  ', so the next step has to wait',
  ' and nothing else',
  ' — see section 4',
  ', as the policy asks',
  ' in both regions',
  ', although the brief says otherwise',
  ' with 12 % of the rows checked',
  ' (two of seven)',
  '; the rest follows from it',
  ' → keep it',
];

export const QUERIES: readonly string[] = [
  'launch checklist',
  'release policy',
  'offline export',
  'refund window',
  'size table Größe',
  'market entry north region',
  'delivery status 配送',
  'two-factor rollout',
  'quarterly goals',
  'style guide headings',
];

export const TOOLS: readonly string[] = [
  'docs.search',
  'docs.read',
  'tickets.list',
  'tables.query',
  'calendar.free',
  'files.stat',
];

export const MODELS: readonly { readonly provider: string; readonly model: string }[] = [
  { provider: 'mock', model: 'mock-mini' },
  { provider: 'mock', model: 'mock-large' },
  { provider: 'acme-models', model: 'quill-2' },
];

export const ENVELOPE_TYPES: readonly string[] = [
  'vendor.acme.brief.create',
  'vendor.acme.prd.create',
  'vendor.acme.ticket.classify',
  'vendor.acme.summary.write',
  'schema.request',
];

export const NODE_NAMES: readonly string[] = [
  'intake',
  'research',
  'outline',
  'plan',
  'draft',
  'classify',
  'summarise',
  'compare',
  'translate',
  'index',
  'review',
  'publish',
];

export const PROPERTIES: readonly string[] = [
  'title',
  'audience',
  'priority',
  'market',
  'dueDate',
  'sections',
  'owner',
];
