import { audio } from './stories/audio.ts';
import { card } from './stories/card.ts';
import { code } from './stories/code.ts';
import { deltas } from './stories/deltas.ts';
import { failures } from './stories/failures.ts';
import { file } from './stories/file.ts';
import { image } from './stories/image.ts';
import { interrupts } from './stories/interrupts.ts';
import { markdown } from './stories/markdown.ts';
import { modelError } from './stories/model-error.ts';
import { promptComposed } from './stories/prompt.ts';
import { questions } from './stories/questions.ts';
import { raw } from './stories/raw.ts';
import { reasoning } from './stories/reasoning.ts';
import { schemaExchange } from './stories/schema-exchange.ts';
import { surface } from './stories/surface.ts';
import { toolCalls } from './stories/tool-calls.ts';
import { providerUsage } from './stories/usage.ts';
import type { Family } from './story.ts';

/** Everything that the gallery shows, in the order of the list. */
export const families: readonly Family[] = [
  markdown,
  code,
  card,
  image,
  audio,
  file,
  surface,
  deltas,
  questions,
  schemaExchange,
  modelError,
  interrupts,
  toolCalls,
  providerUsage,
  promptComposed,
  failures,
  reasoning,
  raw,
];
