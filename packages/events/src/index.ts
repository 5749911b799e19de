/** What the inspector says of each event type: its description, its line, its sheet, and the means they are made with. */
export type * from './description.ts';
export { ACT } from './description.ts';
export * from './event-descriptions.ts';
export * from './failure.ts';
export { brief, clip, Fields, joined, shortId } from './fields.ts';
export { eventSheet, genericSheet, lead, nodeText, type SheetBody, sheetOf } from './sheet/event-sheet.ts';
export { derivedField, fieldOf, fieldsOf, valuePart } from './sheet/fields.ts';
export * from './sheet/members.ts';
export { Members } from './sheet/members.ts';
export * from './sheet/sheet.ts';
export { summarise } from './summarise.ts';
