/**
 * The shapes of our glyphs: 16-unit boxes, lines of 1.5. Where a colour has a meaning, the glyph here is the form that
 * carries it without the colour (failed: octagon with a cross; untrusted: broken shield; truncated: cut lines).
 */

/** One path. `fill` paints it solid instead of stroking; `dash` breaks the line. */
interface IconShape {
  readonly d: string;
  readonly fill?: true;
  readonly dash?: string;
}

const solid = (d: string): IconShape => ({ d, fill: true });
const dashed = (d: string, dash: string): IconShape => ({ d, dash });
const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const BOX =
  'M4 2.5h8A1.5 1.5 0 0 1 13.5 4v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V4A1.5 1.5 0 0 1 4 2.5z';
const SHIELD = 'M8 1.5 13 3.4v3.9c0 3.1-1.9 5.5-5 7.2-3.1-1.7-5-4.1-5-7.2V3.4z';
const OCTAGON = 'M5.6 1.8h4.8l3.8 3.8v4.8l-3.8 3.8H5.6l-3.8-3.8V5.6z';
const PLAY = 'M6.6 5.2v5.6L11 8z';
const PAUSE = 'M6.4 5.7v4.6M9.6 5.7v4.6';
const SMALL_CROSS = 'm5.9 5.9 4.2 4.2m0-4.2-4.2 4.2';
const SMALL_TICK = 'm5.2 8.2 2 2 3.6-4.3';

/** Paths of every glyph; a text is a line. */
export const ICON_PATHS = {
  // Application and views
  brand: ['m8 1.6 5.7 3.2v6.4L8 14.4l-5.7-3.2V4.8z', 'M2.4 4.9 8 8l5.6-3.1M8 8v6.3'],
  events: ['M5.5 4H14M5.5 8H14M5.5 12H14M2 4h.6M2 8h.6M2 12h.6'],
  causes: ['M3.2 2.5V12H7M3.2 6.5H7', 'M9.5 6.5H14M9.5 12H14M2 2.5h8'],
  nodes: ['M2 3.5h6.5M5 8h8M8 12.5h6'],
  runs: ['M2.5 2.5h4v3h-4zM2.5 10.5h4v3h-4z', 'M9 4h5M9 12h5M4.5 5.5v5'],
  problems: ['M8 2.2 14.4 13.4H1.6z', 'M8 6.4v3.3M8 11.5v.1'],

  // Severity, trust and state
  failed: [OCTAGON, SMALL_CROSS],
  warning: ['M8 2.2 14.4 13.4H1.6z', 'M8 6.4v3.3M8 11.5v.1'],
  note: [ring(8, 8, 6), 'M8 7.5v3.6M8 5v.1'],
  ok: [ring(8, 8, 6), SMALL_TICK],
  waiting: [BOX, PAUSE],
  running: [ring(8, 8, 6), solid(PLAY)],
  unknown: [dashed(ring(8, 8, 6), '2.4 2.3')],
  untrusted: [dashed(SHIELD, '3.2 1.7'), 'm6.1 6 3.8 3.8m0-3.8L6.1 9.8'],
  trusted: [SHIELD, 'm5.8 7.8 1.6 1.6 2.8-3.2'],
  truncated: ['M1.8 5h7M1.8 8h4.6M1.8 11h6', 'M11.6 2v3m0 1.6v2.9m0 1.6v3'],
  redacted: [solid('M2 6h12v4H2z')],
  masked: ['M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z', 'M3 13 13 3'],
  decided: [solid('m8 2.4 5.6 5.6L8 13.6 2.4 8z')],
  hypothetical: [dashed(ring(8, 8, 6), '1.8 1.9')],
  wouldPass: [dashed(ring(8, 8, 6), '2.4 2.3'), SMALL_TICK],
  same: ['M3 6h10M3 10h10'],
  differs: ['M3 6h10M3 10h10M11 2.5 5 13.5'],
  chainStart: [ring(8, 8, 6), solid(ring(8, 8, 2.2))],
  endedRun: [OCTAGON, SMALL_CROSS],
  live: [
    solid(ring(8, 8, 2)),
    'M4.5 11.5a5 5 0 0 1 0-7M11.5 4.5a5 5 0 0 1 0 7M2.4 13.6a8 8 0 0 1 0-11.2M13.6 2.4a8 8 0 0 1 0 11.2',
  ],
  lost: [ring(8, 8, 1.6), 'M4.5 11.5a5 5 0 0 1 0-7M11.5 4.5a5 5 0 0 1 0 7M3 13 13 3'],
  gap: ['M2 8h2.6M11.4 8H14', dashed('M5.6 4.2v7.6m4.8-7.6v7.6', '1.6 1.5')],

  // Event families
  event: [ring(8, 8, 3.6)],
  runStarted: [ring(8, 8, 6), solid(PLAY)],
  runCompleted: [ring(8, 8, 6), SMALL_TICK],
  runFailed: [OCTAGON, SMALL_CROSS],
  runCancelled: [ring(8, 8, 6), 'M3.9 12.1 12.1 3.9'],
  runPaused: [ring(8, 8, 6), PAUSE],
  nodeStarted: [BOX, solid(PLAY)],
  nodeCompleted: [BOX, SMALL_TICK],
  nodeFailed: [BOX, 'm5.7 5.7 4.6 4.6m0-4.6-4.6 4.6'],
  nodeSuspended: [BOX, PAUSE],
  nodeSkipped: [BOX, 'm5 5.6 3 2.4-3 2.4m4-4.8 3 2.4-3 2.4'],
  nodeCancelled: [BOX, 'M4.4 11.6 11.6 4.4'],
  tool: ['M5 4.5 1.6 8 5 11.5M11 4.5 14.4 8 11 11.5'],
  reasoning: [
    'M4.6 10.9a3.2 3.2 0 0 1-.5-6.3 4 4 0 0 1 7.7.5 2.95 2.95 0 0 1-.5 5.8z',
    solid(ring(5.1, 13.4, 0.9)),
  ],
  agent: [
    'M4 6.5h8A1.5 1.5 0 0 1 13.5 8v4a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V8A1.5 1.5 0 0 1 4 6.5z',
    'M8 6.3V3M5.8 9.6v.8m4.4-.8v.8',
    solid(ring(8, 2.6, 1)),
  ],
  orchestrator: ['M4 2v12M4 8.5c4.2 0 7-1.3 7-4.6', solid(ring(11, 3, 1.4))],
  dispatch: ['M2.5 3.5h4v4h-4zM9.5 8.5h4v4h-4z', 'M4.5 7.6v3H9'],
  prompt: ['M3 2h6.8L13 5.2V14H3z', 'M5.5 7h5m-5 2.5h5m-5 2.5h3'],
  usage: ['M2 12.4a6.3 6.3 0 1 1 12 0', 'm8 11.4 2.9-4'],
  memory: [
    'M2.8 4c0-1.1 2.3-2 5.2-2s5.2.9 5.2 2-2.3 2-5.2 2-5.2-.9-5.2-2z',
    'M2.8 4v8c0 1.1 2.3 2 5.2 2s5.2-.9 5.2-2V4M2.8 8c0 1.1 2.3 2 5.2 2s5.2-.9 5.2-2',
  ],
  log: ['M2.5 3.5h11M2.5 6.5h7M2.5 9.5h9M2.5 12.5h5'],
  ask: ['M2 3h12v8H8.4L5 13.8V11H2z', 'M6.4 6a1.6 1.6 0 1 1 1.9 1.6M8.2 9.1v.1'],
  approval: ['M2 3h12v8H8.4L5 13.8V11H2z', 'm5.6 6.9 1.7 1.7 3-3.3'],
  conversation: ['M2 2.5h9v6H6.6L4 10.8V8.5H2z', 'M13.5 6v6.5h-2v1.8l-2.3-1.8H7'],
  envelope: [
    'M3 3.5h10a1.2 1.2 0 0 1 1.2 1.2v6.6A1.2 1.2 0 0 1 13 12.5H3a1.2 1.2 0 0 1-1.2-1.2V4.7A1.2 1.2 0 0 1 3 3.5z',
    'M2.2 4.4 8 9l5.8-4.6',
  ],
  retry: ['M13 8a5 5 0 1 1-1.6-3.7', 'M13.2 1.8v3.4H9.8'],
  repair: ['m3 13 5.2-5.2', 'M9.2 6.8a3.3 3.3 0 0 0 4.2-4.2l-2.1 2.1-1.5-1.5 2.1-2'],
  limit: ['M2.5 2.5h11M8 14V6', 'M4.7 9.2 8 5.8l3.3 3.4'],
  model: [
    'M5 4.5h6a.5.5 0 0 1 .5.5v6a.5.5 0 0 1-.5.5H5a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5z',
    'M6.5 2v2.3m3-2.3v2.3m-3 7.4V14m3-2.3V14M2 6.5h2.3M2 9.5h2.3m7.4-3H14m-2.3 3H14',
  ],
  state: ['M2.5 3h11v10h-11z', 'M2.5 6.5h11M6.5 6.5V13'],
  artifact: ['M3 2h6.8L13 5.2V14H3z', 'M9.6 2v3.4H13'],
  stream: ['M1.8 5.4c2-2 4.1-2 6.2 0s4.2 2 6.2 0M1.8 10.6c2-2 4.1-2 6.2 0s4.2 2 6.2 0'],
  lease: ['M4 7.2h8v6.3H4z', 'M5.6 7V4.8a2.4 2.4 0 0 1 4.8 0V7'],
  replay: ['M3 8a5 5 0 1 0 1.6-3.7', 'M2.8 1.8v3.4h3.4', solid('M7 6v4l3-2z')],
  trigger: ['M8.8 1.8 3.4 9h3.8l-.8 5.2L12.6 7H8.4z'],
  budget: [
    ring(8, 8, 6),
    'M9.9 5.9C9.5 5.3 8.8 5 8 5c-1.1 0-2 .6-2 1.5S6.7 7.8 8 8s2 .6 2 1.5S9.1 11 8 11c-.9 0-1.6-.3-2-.9M8 4v1m0 6v1',
  ],
  evaluation: ['M2.5 13.5V9h3v4.5M6.5 13.5v-8h3v8M10.5 13.5v-11h3v11'],
  deployment: [
    'M8 1.8c2.6 1.6 3.7 4 3.4 7.4H4.6C4.3 5.8 5.4 3.4 8 1.8z',
    'M4.6 8 2.5 10.6l2 .8m6.9-3.4 2.1 2.6-2 .8M8 11.5v2.7',
  ],
  authorization: [ring(5.4, 8, 3), 'M8.4 8h5.8M12 8v2.6'],
  voice: [
    'M8 2a1.9 1.9 0 0 1 1.9 1.9v3.7a1.9 1.9 0 1 1-3.8 0V3.9A1.9 1.9 0 0 1 8 2z',
    'M3.6 7.6a4.4 4.4 0 0 0 8.8 0M8 12v2.2',
  ],
  surface: ['M2 3h12v10H2z', 'M2 6h12M4.5 8.7h4M4.5 10.8h2.5'],

  // Actions
  close: ['m4 4 8 8m0-8-8 8'],
  plus: ['M8 3v10M3 8h10'],
  minus: ['M3 8h10'],
  check: ['m3 8.5 3.3 3.3L13 4.7'],
  search: [ring(7, 7, 4.5), 'M10.4 10.4 14 14'],
  filter: ['M2 3.5h12L9.5 8.7v4.1l-3 1.2V8.7z'],
  copy: [
    'M6.2 5h6.1a1.2 1.2 0 0 1 1.2 1.2v6.1a1.2 1.2 0 0 1-1.2 1.2H6.2A1.2 1.2 0 0 1 5 12.3V6.2A1.2 1.2 0 0 1 6.2 5z',
    'M11 5V2.5H2.5V11H5',
  ],
  paste: ['M4.5 3H3v11h10V3h-1.5', 'M5.5 1.8h5v2.7h-5z'],
  folder: ['M1.8 3.5h4.4L7.8 5.3h6.4v7.7H1.8z'],
  file: ['M3.5 2h6L12.5 5v9h-9z', 'M9.3 2v3.3h3.2'],
  download: ['M8 2v8M5 7.2 8 10l3-2.8M2.5 11v2.5h11V11'],
  link: [
    'M6.6 9.4a2.7 2.7 0 0 0 3.8 0l2.6-2.6A2.7 2.7 0 0 0 9.2 3L8 4.2',
    'M9.4 6.6a2.7 2.7 0 0 0-3.8 0L3 9.2A2.7 2.7 0 0 0 6.8 13L8 11.8',
  ],
  external: ['M9 2.5h4.5V7M13.3 2.7 7.5 8.5M11.5 9.5v4h-9v-9h4'],
  chevronDown: ['m3.5 6 4.5 4.5L12.5 6'],
  chevronRight: ['M6 3.5 10.5 8 6 12.5'],
  chevronLeft: ['M10 3.5 5.5 8l4.5 4.5'],
  chevronUp: ['M3.5 10 8 5.5l4.5 4.5'],
  arrowDown: ['M8 2.5v11M4 9.7l4 3.8 4-3.8'],
  arrowUp: ['M8 13.5v-11M4 6.3l4-3.8 4 3.8'],
  arrowRight: ['M2.5 8h11M9.7 4l3.8 4-3.8 4'],
  expand: ['M8 2v12M5 5l3-3 3 3M5 11l3 3 3-3'],
  collapse: ['M2.5 8h11M8 1.5V5.5M6 4l2 1.8L10 4M8 14.5v-4M6 12l2-1.8 2 1.8'],
  density: ['M2.5 3h11m-11 3.3h11m-11 3.4h11M2.5 13h11'],
  themeDark: ['M13 9.6A5.5 5.5 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6z'],
  themeLight: [
    ring(8, 8, 2.8),
    'M8 1.5v1.7m0 9.6v1.7M1.5 8h1.7m9.6 0h1.7M3.4 3.4l1.2 1.2m6.8 6.8 1.2 1.2m0-9.2-1.2 1.2m-6.8 6.8-1.2 1.2',
  ],
  themeSystem: [ring(8, 8, 6), solid('M8 2a6 6 0 0 1 0 12z')],
  keyboard: [
    'M2.7 4h10.6a1.2 1.2 0 0 1 1.2 1.2v6.1a1.2 1.2 0 0 1-1.2 1.2H2.7a1.2 1.2 0 0 1-1.2-1.2V5.2A1.2 1.2 0 0 1 2.7 4z',
    'M4 7h.5M7 7h.5M10 7h.5M12.3 7h.1M5 10h6',
  ],
  command: ['M3 5l3 3-3 3M8 11.5h5.5'],
  clock: [ring(8, 8, 6), 'M8 4.5V8l2.5 1.7'],
  eye: ['M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z', ring(8, 8, 1.9)],
  bytes: ['M2.5 3.5h3v9h-3zM8 3.5v9M11 3.5h2.5v9H11'],
  bookmark: ['M4.3 2.2h7.4v11.6L8 10.9l-3.7 2.9z'],
  pin: ['M5.5 2h5M6.3 2v4.7L4 9.5h8L9.7 6.7V2M8 9.5V14'],
  more: [solid(ring(3.4, 8, 1.1)), solid(ring(8, 8, 1.1)), solid(ring(12.6, 8, 1.1))],
  first: ['M4 3v10M12 3 6 8l6 5z'],
  previous: ['M11 3 5 8l6 5z'],
  next: ['m5 3 6 5-6 5z'],
  last: ['m4 3 6 5-6 5zM12 3v10'],
  play: [solid('M5 3v10l8-5z')],
  pause: ['M5.5 3v10M10.5 3v10'],
  save: ['M8 10V2M5 4.8 8 2l3 2.8M2.5 9v4.5h11V9'],
  stop: ['M4 4h8v8H4z'],
  blocked: [ring(8, 8, 6), 'm3.8 12.2 8.4-8.4'],
  wrap: ['M2 3.5h12M2 8h9.5a2.25 2.25 0 0 1 0 4.5H8m1.8-2L8 12.5l1.8 2M2 12.5h3'],

  // Media
  image: ['M2 3h12v10H2zm0 8 4-4 3.5 3.5L12 8l2 2M11 6v.1'],
  sound: ['M2 6.5v3m3-5.5v8m3-10v12m3-9v6m3-4v2'],
} as const satisfies Record<string, readonly (string | IconShape)[]>;

/** Every glyph there is. */
export type IconName = keyof typeof ICON_PATHS;

/** The paths of a glyph. */
export function iconShapes(name: IconName): readonly IconShape[] {
  const shapes: readonly (string | IconShape)[] = ICON_PATHS[name];
  return shapes.map((shape) => (typeof shape === 'string' ? { d: shape } : shape));
}
