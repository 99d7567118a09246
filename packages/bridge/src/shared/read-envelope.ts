import { isRecord } from './guards.ts';

export interface Envelope {
  /** The marker; undefined when the sender wrote `{event, payload}` by hand. */
  version: unknown;
  event: string;
  payload: unknown;
  session: unknown;
}

/** Takes the data of a message event apart, or gives undefined when it is not one of ours at all. */
export function readEnvelope(data: unknown): Envelope | undefined {
  if (!isRecord(data) || typeof data['event'] !== 'string') return undefined;
  return { version: data['causeway'], event: data['event'], payload: data['payload'], session: data['session'] };
}
