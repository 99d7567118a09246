import { isRecord, type Guard, type Guards } from './guards.ts';
import type { MessageOf } from './protocol.ts';

type Shape = Readonly<Record<string, Guard<unknown>>>;

interface Given {
  event: unknown;
  payload: Record<string, unknown>;
}

/**
 * Builds the reader of one direction: the typed message, or undefined when the event is not listed or a field has the
 * wrong type. Only the listed fields are copied, so nothing that the sender added travels on.
 */
export function messageReader<Payloads>(
  shapes: { [E in keyof Payloads]: Guards<Payloads[E]> } & Readonly<Record<string, Shape>>,
) {
  const all = new Map<unknown, Shape>(Object.entries(shapes));

  return (event: unknown, payload: unknown): MessageOf<Payloads> | undefined => {
    const shape = all.get(event);
    const given = payload ?? {};
    if (!shape || !isRecord(given)) return undefined;
    const take = (message: Given): message is Given & MessageOf<Payloads> =>
      Object.entries(shape).every(([field, guard]) => guard((message.payload[field] = given[field])));
    const message = { event, payload: {} };
    return take(message) ? message : undefined;
  };
}
