import {
  aghGraph,
  createAcceptor,
  lintSchema,
  proposeRepair,
  readAghMessages,
  readEnvelopeFile,
  readVectors,
  runAghMessages,
} from '@openwop-inspector/acceptor-core';
import { createSchemaCompiler } from '@openwop-inspector/acceptor-core/foreign-schemas';
import { createRedactor, masker, textMasking, maskText as visibleMask } from '@openwop-inspector/base';
import { mustHide, PLANTED, parsedOf, testTargets, textOf } from './fuzz-test.ts';

const compile = createSchemaCompiler();
const KIND = 'vendor.acme.prd.create';
const SCHEMA =
  '{"type":"object","properties":{"title":{"type":"string","minLength":1},"v":{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}}}]}},"required":["title"],"additionalProperties":false,"$defs":{"d":{"$ref":"#/$defs/d"}}}';
const context = {
  runId: 'r1',
  nodeId: 'n1',
  now: '2026-05-18T10:00:05Z',
  host: { supportedEnvelopes: [KIND, 'ui.a2ui-surface', 'media.image'], schemaVersions: { [KIND]: 2 } },
  schemas: { [KIND]: JSON.parse(SCHEMA) },
  secrets: [{ secretId: 's', value: PLANTED }],
};
const ENVELOPES: readonly string[] = [
  `{"type":"${KIND}","schemaVersion":2,"envelopeId":"e","correlationId":"c","payload":{"title":"t"},"meta":{"source":"ai-generation","ts":"2026-05-18T10:00:00Z","contentTrust":"untrusted"}}`,
  '{"type":"clarification.request","schemaVersion":1,"envelopeId":"e","correlationId":"c","payload":{"questions":[{"id":"q","question":"Which?","schema":{"type":"string"}}]},"partial":{"isPartial":true,"index":0}}',
  '{"type":"media.image","schemaVersion":1,"envelopeId":"e","correlationId":"c","payload":{"base64":"QUFB","contentType":"image/png"}}',
];

/** The text in every place where a rule knows a secret, with what the fuzzer made around it. */
const around = (bytes: Uint8Array): object => ({
  note: textOf(bytes),
  interruptToken: PLANTED,
  token: PLANTED,
  nested: [{ apiKey: PLANTED, url: `https://h/v1/interrupts/${PLANTED}` }],
  bytes: parsedOf(bytes),
});

const TEXTS = [
  'Authorization: Bearer abcdefgh12345678',
  'see https://h/assets/abcdefgh/x and sk-abcdefghijklmnop',
];
const textWithHeader = (bytes: Uint8Array): string =>
  `${textOf(bytes)}\n\nAuthorization: Bearer ${PLANTED}\n`;

/** The acceptors, what judges schemas, and the masks. */
testTargets({
  accept: {
    seeds: ENVELOPES,
    run: (bytes) => {
      const envelope = parsedOf(bytes);
      const accept = (value: unknown) =>
        createAcceptor(context, { compile, whatIf: true }).accept({ envelope: value, single: true })[0] ??
        null;
      mustHide(JSON.stringify(accept({ planted: PLANTED, ...Object(envelope) })) ?? '');
      proposeRepair({ envelope, context, accept });
    },
  },
  'accept-text': {
    seeds: ENVELOPES.map((text) => `Here:\n\`\`\`json\n${text}\n\`\`\`\nand ${text}`),
    run: (bytes) => createAcceptor(context, { compile }).accept({ text: textOf(bytes) }),
  },
  'envelope-file': { seeds: ENVELOPES, run: (bytes) => readEnvelopeFile(textOf(bytes)) },
  vectors: {
    seeds: [
      '{"format":"openwop-inspector-vectors/1","protocol":"openwop","chapter":"c","context":{},"vectors":[{"id":"v","clause":"acceptor 1","title":"t","input":{"envelope":{}},"expect":{}}]}',
    ],
    run: (bytes) => readVectors(parsedOf(bytes)),
  },
  'lint-schema': {
    seeds: [SCHEMA],
    run: (bytes) => {
      const schema = parsedOf(bytes);
      return [lintSchema(schema), compile(KIND, schema)];
    },
  },
  agh: {
    seeds: [
      '{"protocol":"agh-network/v0","id":"m1","from":"a","to":"b","channel":"c","interaction_id":"i","kind":"say","body":{"text":"x"},"causation_id":"m0","ts":1}',
    ],
    run: (bytes) => {
      const file = readAghMessages(textOf(bytes));
      const messages = [parsedOf(bytes)].flat();
      return [file, aghGraph(messages), runAghMessages({}, messages)];
    },
  },
  'mask-value': {
    seeds: ENVELOPES,
    run: (bytes) => mustHide(JSON.stringify(masker.value(around(bytes)).value)),
  },
  'mask-json': {
    seeds: ENVELOPES,
    run: (bytes) => {
      textMasking(textOf(bytes));
      mustHide(textMasking(JSON.stringify(around(bytes))));
    },
  },
  'mask-plain': { seeds: TEXTS, run: (bytes) => mustHide(masker.text(textWithHeader(bytes))) },
  'mask-shown': { seeds: TEXTS, run: (bytes) => mustHide(visibleMask(textWithHeader(bytes)).text) },
  redactor: {
    seeds: ENVELOPES,
    run: (bytes) => {
      const redactor = createRedactor(context.secrets);
      mustHide(JSON.stringify(redactor.value({ a: PLANTED, [PLANTED]: parsedOf(bytes) }).value));
      // What is in a marker is never touched (acceptor 6), so none is left open before the secret.
      mustHide(redactor.text(`${textOf(bytes)}]${PLANTED}${textOf(bytes)}`));
    },
  },
});
