import { isRecord, type Guards } from '../shared/guards.ts';

/** Reads a payload with its guards; only the listed fields are copied. Undefined when a field has the wrong type. */
export type PayloadReader<Payload> = (value: unknown) => Payload | undefined;

export function payloadReader<Payload extends object>(guards: Guards<Payload>): PayloadReader<Payload> {
  const isPayload = (value: Record<string, unknown>): value is Record<string, unknown> & Payload => {
    for (const field in guards) if (!guards[field](value[field])) return false;
    return true;
  };
  return (value) => {
    const fields = value ?? {};
    if (!isRecord(fields)) return undefined;
    const picked: Record<string, unknown> = {};
    for (const field of Object.keys(guards)) if (Object.hasOwn(fields, field)) picked[field] = fields[field];
    return isPayload(picked) ? picked : undefined;
  };
}
