/** The sample runs as events in memory, for test hosts. */
export type { EventDoc } from '../generator/event-doc.ts';
export { tellAll } from './sample-files.ts';
