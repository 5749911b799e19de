/** Notes that the user writes on a log: how much of them a shell keeps. */

/** Longest key of a log, in UTF-16 units. */
export const MAX_NOTES_KEY = 1000;
/** Longest document of notes, in bytes as UTF-8; as JSON it fits into one call. */
export const MAX_NOTES_BYTES = 200 * 1024;
