/** Vectors with `render`, `surface` and `delta`: what a viewer shows, in the words of the vectors (README 4). */

import {
  compareKeys,
  type Difference,
  type Vector,
  type VectorAnswer,
  type VectorRunners,
} from '@openwop-inspector/acceptor-core';
import { listOr, recordOr, type Secret } from '@openwop-inspector/base';
import {
  chooseRendering,
  type DeltaStep,
  type FieldValue,
  playDeltaFrames,
  pressButton,
  type SurfaceModel,
  startDeltaChain,
  surfaceModel,
  surfaceTexts,
  valueObject,
} from '@openwop-inspector/renderers/model';

/** Runners of the three forms. */
export const viewerRunners: VectorRunners = { render: runRender, surface: runSurface, delta: runDelta };

function runRender(vector: Vector): VectorAnswer {
  const { envelope, supported } = recordOr(vector.input);
  const rendering = chooseRendering(envelope, Array.isArray(supported) ? { supported } : {});
  const { renderer, text, title, lang, alt, media, warnings } = rendering;
  const displayed = { renderer, text, title, lang, alt, warnings: warnings.map(({ code }) => code) };
  const content = {
    source: media?.source,
    inline: media?.inline,
    link: media?.link,
    saveName: media?.saveName,
  };
  // Choosing is a function of the envelope: it keeps it, and has neither a run to fail nor a way to ask for anything.
  return compareKeys(
    { ...displayed, ...content, stored: true, runFailed: false, requests: 0 },
    vector.expect,
  );
}

function runSurface(vector: Vector): VectorAnswer {
  const input = recordOr(vector.input);
  const model = surfaceModel({
    payload: input.payload,
    values: valuesOf(input.values),
    partial: input.partial,
    contentTrust: trustOf(input.contentTrust),
    trustBoundary: trustOf(input.trustBoundary),
    boundInterruptKind: typeof input.boundInterruptKind === 'string' ? input.boundInterruptKind : null,
    secrets: secretsOf(input.secrets),
  });
  const { textNodes: wanted, ...rest } = recordOr(vector.expect);
  // All of a model, for `absent`: a Map is empty in JSON.
  const whole = {
    ...surfaceView(model, input.press),
    model: model.kind === 'notice' ? model : { ...model, values: [...model.values] },
  };
  const answer = compareKeys({ ...whole }, rest);
  return wanted === undefined ? answer : withTexts(answer, surfaceTexts(model), wanted);
}

/** Texts that must occur; others may. */
function withTexts(answer: VectorAnswer, texts: readonly string[], wanted: unknown): VectorAnswer {
  const differences = listOr(wanted).flatMap((text, index): Difference[] => {
    if (texts.some((one) => one === text)) return [];
    const pointer = `/textNodes/${index}`;
    return [{ pointer, expected: text, actual: undefined, message: 'This text is not displayed.' }];
  });
  return {
    actual: { ...recordOr(answer.actual), textNodes: texts },
    differences: [...answer.differences, ...differences],
  };
}

function surfaceView(model: SurfaceModel, press: unknown): object {
  const common = { framed: model.isUntrusted ? 'untrusted' : null, polluted: isPolluted() };
  if (model.kind === 'notice')
    return { ...common, rendered: false, notice: true, actionsEnabled: false, elementsFromContent: 0 };
  const pressed = typeof press === 'string' ? pressButton(model, press) : null;
  return {
    ...common,
    rendered: true,
    notice: false,
    actionsEnabled: model.blocks.length === 0,
    reason: model.blocks[0]?.block,
    value: pressed === null ? null : valueObject(pressed.entries),
    valueEntries: pressed?.entries,
    target: pressed?.target,
    headings: model.items.flatMap((item) =>
      item.kind === 'heading' ? [{ text: item.text, ariaLevel: item.ariaLevel }] : [],
    ),
    fieldOrder: model.components.flatMap((one) =>
      'id' in one && one.component !== 'action.button' ? [one.id] : [],
    ),
    buttonOrder: model.buttons.map(({ button }) => button.id),
    // A model has strings where a text is, and no elements; the window makes text nodes of them.
    elementsFromContent: 0,
  };
}

function runDelta(vector: Vector): VectorAnswer {
  const input = recordOr(vector.input);
  const start = {
    surfaceRef: typeof input.surfaceRef === 'string' ? input.surfaceRef : '',
    base: input.base,
    values: valuesOf(input.values),
    contentTrust: trustOf(input.contentTrust),
    secrets: secretsOf(input.secrets),
  };
  const steps = playDeltaFrames(start, listOr(input.frames));
  const chain = steps.at(-1)?.chain ?? startDeltaChain(start);
  const failed = steps.find((step) => step.kind === 'refused');
  const last = failed ?? steps.findLast((step) => step.kind === 'applied');
  const view = {
    ok: failed === undefined,
    code: failed?.failure.code,
    baseKept: failed !== undefined && isChainUnchanged(steps, failed, start),
    waitsForFull: chain.waitsForFull,
    root: last?.root,
    payload: chain.payload,
    values: [...chain.values],
    contentTrust: chain.contentTrust,
    polluted: isPolluted(),
  };
  return compareKeys(view, vector.expect);
}

/** Whether the chain after the refused frame, and after all frames behind it, has what it had before. */
function isChainUnchanged(
  steps: readonly DeltaStep[],
  failed: DeltaStep,
  start: Parameters<typeof startDeltaChain>[0],
): boolean {
  const before = steps[steps.indexOf(failed) - 1]?.chain ?? startDeltaChain(start);
  const after = steps.at(-1)?.chain;
  return JSON.stringify(before.payload) === JSON.stringify(after?.payload);
}

function valuesOf(value: unknown): ReadonlyMap<string, FieldValue> {
  return new Map(
    listOr(value).flatMap((pair): [string, FieldValue][] => {
      const [id, given] = listOr(pair);
      const isValue = typeof given === 'string' || typeof given === 'boolean';
      return typeof id === 'string' && isValue ? [[id, given]] : [];
    }),
  );
}

function secretsOf(value: unknown): readonly Secret[] {
  return listOr(value).flatMap((one) => {
    const { value: text, secretId } = recordOr(one);
    return typeof text === 'string' && typeof secretId === 'string' ? [{ value: text, secretId }] : [];
  });
}

function trustOf(value: unknown): 'trusted' | 'untrusted' | null {
  if (value === undefined || value === null) return null;
  return value === 'trusted' ? 'trusted' : 'untrusted';
}

/** Whether any object of this program has been given members it should not have. */
function isPolluted(): boolean {
  const plain: object = {};
  return Reflect.get(plain, 'polluted') !== undefined || Reflect.get(plain, 'x') !== undefined;
}
