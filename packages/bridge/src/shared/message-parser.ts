import { isRecord, type Guards } from './guards.ts';

/** Copies only the listed fields, so nothing that the sender added travels on. */
function pick(value: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    if (Object.hasOwn(value, field) && value[field] !== undefined) picked[field] = value[field];
  }
  return picked;
}

/** Builds the parser of one event: the typed message, or undefined when a field has the wrong type. */
export function messageParser<Event extends string, Payload extends object>(event: Event, guards: Guards<Payload>) {
  const isPayload = (value: Record<string, unknown>): value is Record<string, unknown> & Payload => {
    for (const field in guards) if (!guards[field](value[field])) return false;
    return true;
  };
  return (payload: unknown): { event: Event; payload: Payload } | undefined => {
    const fields = payload ?? {};
    if (!isRecord(fields)) return undefined;
    const picked = pick(fields, Object.keys(guards));
    return isPayload(picked) ? { event, payload: picked } : undefined;
  };
}
