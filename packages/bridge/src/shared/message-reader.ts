import { isRecord, type Guard, type Guards } from './guards.ts';
import type { MessageOf } from './protocol.ts';

type Shape = Readonly<Record<string, Guard<unknown>>>;

interface Given {
  event: string;
  payload: Record<string, unknown>;
}

/**
 * Builds the reader of one direction: the typed message, or undefined when the event is not listed or a field has the
 * wrong type. Only the listed fields are copied, so nothing that the sender added travels on.
 */
export function messageReader<Payloads>(
  shapes: { [E in keyof Payloads]: Guards<Payloads[E]> } & Readonly<Record<string, Shape>>,
) {
  const isMessage = (message: Given, shape: Shape): message is Given & MessageOf<Payloads> =>
    Object.entries(shape).every(([field, guard]) => guard(message.payload[field]));

  return (event: unknown, payload: unknown): MessageOf<Payloads> | undefined => {
    if (typeof event !== 'string' || !Object.hasOwn(shapes, event)) return undefined;
    const shape = shapes[event] ?? {};
    const given = payload ?? {};
    if (!isRecord(given)) return undefined;
    const fields = Object.entries(given).filter(([field, value]) => Object.hasOwn(shape, field) && value !== undefined);
    const message = { event, payload: Object.fromEntries(fields) };
    return isMessage(message, shape) ? message : undefined;
  };
}
