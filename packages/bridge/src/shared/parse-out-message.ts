import { isFlag, isText, isWebAddress, nullable, type Guard, type Guards } from './guards.ts';
import { messageReader } from './message-reader.ts';
import type { OrderStatus, OutPayloads } from './protocol.ts';
import type { OrderEventPayload, SessionRefusal } from './payloads.ts';

const listOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.length <= 32 && value.every(guard);
const isVersion: Guard<number> = (value): value is number => Number.isInteger(value);

// The bound keeps a broken measurement from stretching the partner's page without end.
const isHeight: Guard<number> = (value): value is number => typeof value === 'number' && value > 0 && value <= 20_000;

const shortText = nullable(isText(128));
// No list of statuses or reasons is in the script of a page: those of a newer server still arrive.
const order: Guards<OrderEventPayload> = {
  orderStatus: nullable(isText<OrderStatus>(128)),
  orderId: shortText,
  partnerOrderId: shortText,
  stepName: shortText,
};

/** The typed message for an event that the widget sent out, or undefined when it is unknown or malformed. */
export const parseOutMessage = messageReader<OutPayloads>({
  ready: { versions: listOf(isVersion), session: isText(64) },
  'change-lang': { lang: isText(35) },
  'change-order': order,
  'update-step': order,
  redirect: { url: isWebAddress },
  'change-height': { height: isHeight },
  capabilities: { storage: isFlag, camera: isFlag, payment: isFlag, popups: isFlag },
  close: {},
  'session-refused': { reason: isText<SessionRefusal>(128) },
  'options-ignored': { sentences: listOf(isText(512)) },
});
