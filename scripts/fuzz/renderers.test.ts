import { formOf } from '@openwop-inspector/renderers';
import { chooseRendering, playDeltaFrames, surfaceModel } from '@openwop-inspector/renderers/model';
import { looksLike } from '../../packages/renderers/src/code/CodeView.tsx';
import { untrustedStretches } from '../../packages/renderers/src/kinds/show/FoldedText.tsx';
import { readDocument } from '../../packages/renderers/src/markdown/parse/read-document.ts';
import { surfaceFaults } from '../../packages/renderers/src/surface/surface-faults.ts';
import { displayText } from '../../packages/renderers/src/visible-text/visible-text.ts';
import { mustHide, PLANTED, parsedOf, testTargets, textOf } from './fuzz-test.ts';

const SURFACE =
  '{"catalogVersion":"0.9.1","surface":{"title":"t","components":[{"component":"heading","text":"h","level":1},{"component":"text","text":"x"},{"component":"field.text","id":"a","label":"A","required":true},{"component":"field.select","id":"s","label":"S","options":[{"value":"1","label":"One"}]},{"component":"action.button","id":"b","label":"B","action":{"target":"resume"}}]}}';
const secrets = [{ secretId: 's', value: PLANTED }];

/** What decides how content is displayed. */
testTargets({
  surface: {
    seeds: [SURFACE],
    run: (bytes) => {
      const payload = parsedOf(bytes);
      const model = surfaceModel({ payload, secrets });
      const planted = surfaceModel({ payload: { ...Object(payload), reasoning: PLANTED }, secrets });
      mustHide(JSON.stringify([model, planted]));
      return surfaceFaults(payload);
    },
  },
  deltas: {
    seeds: [
      '{"surfaceRef":"e","catalogVersion":"0.9.1","patch":[{"op":"replace","path":"/components/0/text","value":"y"},{"op":"copy","from":"/title","path":"/components/1/text"}]}',
    ],
    run: (bytes) =>
      playDeltaFrames({ surfaceRef: 'e', base: JSON.parse(SURFACE), secrets }, [
        parsedOf(bytes),
        parsedOf(bytes),
      ]),
  },
  rendering: {
    seeds: [
      '{"type":"media.image","payload":{"base64":"iVBORw0KGgo=","contentType":"image/png","url":"https://h/x"},"meta":{"rendering":{"display":"image"}}}',
      '{"type":"x","payload":{"markdown":"# a"},"meta":{"rendering":{"display":"markdown"}}}',
    ],
    run: (bytes) => chooseRendering(parsedOf(bytes)),
  },
  markdown: {
    seeds: [
      '# a\n\n- b\n  1. c\n\n> d\n\n| a | b |\n|---|---|\n| `c` | **d** |\n\n[e](https://f "g") ![h](i) [^1]\n\n[^1]: j\n\n```ts\nk\n```\n$l$ <b>m</b>',
    ],
    run: (bytes) => readDocument(textOf(bytes)),
  },
  form: {
    seeds: [
      '{"type":"object","properties":{"a":{"type":"string","enum":["x"]},"b":{"type":"array","items":{"type":"number"}}},"required":["a"]}',
    ],
    run: (bytes) => formOf(parsedOf(bytes), null),
  },
  text: {
    seeds: ['a\u202eb\u0000c <UNTRUSTED>d</UNTRUSTED> {"e":1}'],
    run: (bytes) => [displayText(textOf(bytes)), untrustedStretches(textOf(bytes)), looksLike(textOf(bytes))],
  },
});
