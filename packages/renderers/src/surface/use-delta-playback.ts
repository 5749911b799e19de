import { addTo, childAt, cutText, longestRise, member, pointerTo } from '@openwop-inspector/base';
import type { A2uiComponent } from '@openwop-inspector/protocol';
import { useEffect, useMemo, useState } from 'react';
import { applyDeltaFrame, type DeltaChain, type DeltaStep, startDeltaChain } from '../model/a2ui/delta.ts';
import { componentsOf } from '../model/a2ui/surface-model.ts';
import { jsonSize, MAX_LEVELS } from '../model/json/json-measure.ts';

/** Frames applied so far. All of them, a moment after a long chain was opened. */
export interface DeltaPlayback {
  readonly start: DeltaChain;
  /** One a frame, in order. */
  readonly steps: readonly DeltaStep[];
  /** `too-large`: the surfaces together are more than a window should hold, and the rest is not played. */
  readonly state: 'playing' | 'whole' | 'too-large';
}

/** Longest stretch without a pause, in ms: well within one drawn picture. */
const SLICE_MS = 8;

/** Of all surfaces of a chain, as JSON in UTF-8. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Plays the frames of a chain one after another, in slices that leave the window free. */
export function useDeltaPlayback(chain: DeltaChainData): DeltaPlayback {
  const play = useMemo(() => createPlayer(chain), [chain]);
  const [displayed, setDisplayed] = useState({ play, playback: play() });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      const playback = play();
      setDisplayed({ play, playback });
      if (playback.state === 'playing') timer = setTimeout(goOn);
    };
    goOn();
    return () => clearTimeout(timer);
  }, [play]);
  return displayed.play === play ? displayed.playback : play();
}

/** Returns what plays one slice more. */
function createPlayer({ surfaceRef, base, baseUntrusted, frames }: DeltaChainData) {
  const contentTrust = baseUntrusted ? 'untrusted' : null;
  const start = startDeltaChain({ surfaceRef, base, contentTrust });
  const steps: DeltaStep[] = [];
  let bytes = 0;
  const state = (): DeltaPlayback['state'] => {
    if (steps.length === frames.length) return 'whole';
    return bytes > MAX_BYTES ? 'too-large' : 'playing';
  };
  return (): DeltaPlayback => {
    const until = performance.now() + SLICE_MS;
    while (state() === 'playing' && performance.now() < until) {
      const before = steps.at(-1)?.chain ?? start;
      const step = applyDeltaFrame(before, frames[steps.length]?.value);
      steps.push(step);
      if (step.kind !== 'applied') continue;
      const size = jsonSize(step.chain.payload, MAX_BYTES);
      bytes += typeof size === 'number' ? size : MAX_BYTES;
    }
    return { start, steps: [...steps], state: state() };
  };
}

/** Delta frames as the player takes them; a run log's answer about a captured stream has this form. */

export interface DeltaChainData {
  /** Id of the event that delivered the full surface. */
  readonly surfaceRef: string;
  /** The event of the base, to jump to; null when it is not loaded. */
  readonly baseOrdinal: number | null;
  /** Payload the frames begin at, masked; null when it is not loaded. */
  readonly base: unknown;
  readonly baseUntrusted: boolean;
  /** In order of arrival, masked. */
  readonly frames: readonly DeltaFrameData[];
  /** Frames that were not handed over. */
  readonly framesLeftOut: number;
  readonly finalOrdinal: number | null;
  /** The next full surface in the log, to compare the end with; null when none is loaded. */
  readonly final: unknown;
}

export interface DeltaFrameData {
  /** As parsed; the text of a frame that is not JSON. */
  readonly value: unknown;
  /** The same as JSON where a number in it is printed otherwise than it was written; absent or null elsewhere. */
  readonly written?: string | null;
  /** `id` of the stream's frame. */
  readonly sequence: number | null;
}

// Changes of a surface by a delta frame, by component.

/** A member before and after, as short JSON; null where it was not there. A stranger's text. */
export interface MemberChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One component that is not what or where it was. */
export interface ChangedComponent {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Name in the catalogue, with the id of a field or button after it. */
  readonly name: string;
  /** Places from 1; null where it was not there. */
  readonly before: number | null;
  readonly after: number | null;
  readonly members: readonly MemberChange[];
}

/**
 * Returns the difference between two payloads; a payload that is not a surface has no components. They are paired by
 * kind and id, those without id by kind and order, and listed in the order of the new surface, removed ones last.
 * O(n log n).
 */
export function surfaceDifference(before: unknown, after: unknown) {
  const [old, now] = [componentsOf(before), componentsOf(after)];
  const waiting = new Map<string, number[]>();
  for (const [index, component] of old.entries()) addTo(waiting, nameOf(component), index);
  const pairs = now.map((component) => waiting.get(nameOf(component))?.shift());
  const order = pairs.filter((place) => place !== undefined);
  const steady = new Set(longestRise(order).map((at) => order[at]));
  const present = now.flatMap((component, index): readonly ChangedComponent[] => {
    const place = pairs[index];
    const members = changedMembers(place === undefined ? undefined : old[place], component);
    const kind = place === undefined ? 'added' : steady.has(place) ? 'changed' : 'moved';
    if (kind === 'changed' && members.length === 0) return [];
    const wasAt = place === undefined ? null : place + 1;
    return [{ kind, name: nameOf(component), before: wasAt, after: index + 1, members }];
  });
  const removed = [...waiting.values()].flat().sort((one, other) => one - other);
  const gone = removed.flatMap((place): readonly ChangedComponent[] => {
    const was = old[place];
    if (was === undefined) return [];
    const members = changedMembers(was, undefined);
    return [{ kind: 'removed', name: nameOf(was), before: place + 1, after: null, members }];
  });
  return {
    around: [
      memberChange('title', member(before, 'surface'), member(after, 'surface')),
      memberChange('reasoning', before, after),
    ].filter((change) => change.before !== change.after),
    components: [...present, ...gone],
    unchanged: now.length - present.length,
  };
}

/** Name in the catalogue, with the id of a field or button after it. */
function nameOf(component: A2uiComponent): string {
  return 'id' in component ? `${component.component} ${component.id}` : component.component;
}

/** Members whose values differ; all of a component that the other surface does not have. */
function changedMembers(
  was: A2uiComponent | undefined,
  is: A2uiComponent | undefined,
): readonly MemberChange[] {
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...names]
    .filter((name) => name !== 'component' && textOf(member(was, name)) !== textOf(member(is, name)))
    .map((name) => memberChange(name, was, is));
}

function memberChange(name: string, before: unknown, after: unknown): MemberChange {
  return { name, before: brief(member(before, name)), after: brief(member(after, name)) };
}

/** Maximum length of a reported value, in UTF-16 units. */
const MAX_VALUE_LENGTH = 160;

function brief(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : cutText(text, MAX_VALUE_LENGTH);
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Pointer to the first place where two values differ; null when they are the same. Looks 64 levels deep. */
export function firstDifference(one: unknown, other: unknown, pointer = '', level = 0): string | null {
  if (Object.is(one, other)) return null;
  if (level > MAX_LEVELS || typeof one !== 'object' || typeof other !== 'object') return pointer;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return pointer;
  // The keys of a list are its indexes, in order.
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const place = pointerTo(pointer, key);
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) return place;
    const found = firstDifference(childAt(one, key), childAt(other, key), place, level + 1);
    if (found !== null) return found;
  }
  return null;
}
