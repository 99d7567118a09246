/** What can change for a client while it looks elsewhere. Each is read again by its own calls. */
export const clientChanges = ['order', 'balance', 'notifications', 'verification'] as const;
export type ClientChange = (typeof clientChanges)[number];

/**
 * One message of the stream of C-75: `open` when it begins, and again when changes may have been missed, so that
 * everything shown is read again; a change; or `over` as the last one of a session that has ended.
 */
export type StreamMessage = 'open' | ClientChange | 'over';

/** Milliseconds between two signs of life of an idle stream. A reader that misses two of them opens another stream. */
export const streamBeat = 20_000;
