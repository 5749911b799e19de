import { type DeltaChainData, DeltaPlayer } from '@openwop-inspector/renderers';
import { createElement } from 'react';
import { arabic, hostileTexts } from '../material/texts.ts';
import { family, type Story } from '../story.ts';

const surfaceRef = '9cf6fb50-2950-40af-8a8a-cf1faa786987';
const catalogVersion = '0.9.1';

const button = (label: string) => ({
  component: 'action.button',
  id: 'confirm',
  label,
  action: { target: 'resume' },
});
const when = { component: 'field.date', id: 'when', label: 'Date', required: true };
const surfaceOf = (title: string, ...components: readonly unknown[]) => ({
  catalogVersion,
  surface: { title, components },
});
const base = surfaceOf('Surface v1', { component: 'text', text: 'Step 1' }, when, button('Confirm 1'));

const frameOf = (...patch: readonly unknown[]) => ({ surfaceRef, catalogVersion, patch });
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });

const story = (
  name: string,
  title: string,
  make: () => { readonly frames: readonly unknown[] } & Partial<Omit<DeltaChainData, 'frames'>>,
): Story => ({
  name,
  title,
  show: () => {
    const { frames, ...more } = make();
    const chain: DeltaChainData = {
      surfaceRef,
      baseOrdinal: 3,
      base,
      baseUntrusted: false,
      framesLeftOut: 0,
      finalOrdinal: null,
      final: null,
      ...more,
      frames: frames.map((value, at) => ({ value, sequence: 5 + at })),
    };
    const props = { chain, nodeId: 'gate', interruptKind: 'clarification' };
    return { kind: 'element', element: createElement(DeltaPlayer, props) };
  },
});

export const deltas = family('deltas', 'Delta frames of a surface', [
  story('normal', 'Three frames, and what the log holds then', () => ({
    frames: [
      frameOf(replace('/title', 'Surface v2'), replace('/components/0/text', 'Step 2')),
      frameOf(
        { op: 'add', path: '/components/1', value: { component: 'field.text', id: 'note', label: 'Note' } },
        replace('/components/3/label', 'Confirm 3'),
      ),
      frameOf({ op: 'move', from: '/components/1', path: '/components/2' }),
    ],
    final: surfaceOf(
      'Surface v2',
      { component: 'text', text: 'Step 2' },
      when,
      { component: 'field.text', id: 'note', label: 'Note' },
      button('Confirm 3'),
    ),
    finalOrdinal: 7,
  })),
  story('falls-back', 'A frame that cannot be applied', () => ({
    frames: [
      frameOf(replace('/title', 'Surface v2')),
      frameOf(replace('/components/9/text', 'There is no ninth')),
      frameOf(replace('/title', 'Comes too late')),
    ],
  })),
  story('differs', 'Ends in another surface than the log', () => ({
    frames: [frameOf(replace('/title', 'Surface v2'))],
    final: surfaceOf('Surface v9', when),
    finalOrdinal: 7,
  })),
  story('empty', 'No frame', () => ({ frames: [] })),
  story('no-base', 'The full surface is not loaded', () => ({
    frames: [frameOf(replace('/title', 'Surface v2'))],
    base: null,
    baseOrdinal: null,
  })),
  story('huge', '400 frames, and 600 more', () => ({
    frames: Array.from({ length: 400 }, (_unused, at) =>
      frameOf(
        { op: 'add', path: '/components/0', value: { component: 'text', text: `Line ${at}` } },
        replace('/title', `Surface v${at + 2}`),
      ),
    ),
    framesLeftOut: 600,
  })),
  story('hostile', 'Frames that reach for prototypes', () => ({
    frames: [
      frameOf(
        replace('/components/0/text', hostileTexts[0]),
        replace('/components/2/label', hostileTexts[1]),
      ),
      frameOf(JSON.parse('{"op":"add","path":"/__proto__/polluted","value":true}')),
      'event: nothing that is JSON',
      { ...frameOf(replace('/title', 'Other')), surfaceRef: hostileTexts[6] },
    ],
  })),
  story('untrusted', 'Over an untrusted surface', () => ({
    frames: [frameOf(replace('/title', 'Now it says it may be trusted'))],
    baseUntrusted: true,
  })),
  story('rtl', 'Right to left', () => ({
    frames: [frameOf(replace('/title', arabic), replace('/components/0/text', arabic))],
  })),
]);
