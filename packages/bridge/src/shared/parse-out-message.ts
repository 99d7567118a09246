import { isFlag, isText, isWebAddress, nullable, type Guard, type Guards } from './guards.ts';
import { messageReader } from './message-reader.ts';
import type { OrderEventPayload, OutPayloads } from './protocol.ts';

const isVersions: Guard<number[]> = (value): value is number[] =>
  Array.isArray(value) && value.length <= 32 && value.every((version) => Number.isInteger(version));

// The bound keeps a broken measurement from stretching the partner's page without end.
const isHeight: Guard<number> = (value): value is number => typeof value === 'number' && value > 0 && value <= 20_000;

const word = nullable(isText(128));
const order: Guards<OrderEventPayload> = { orderStatus: word, orderId: word, partnerOrderId: word, stepName: word };

/** The typed message for an event that the widget sent out, or undefined when it is unknown or malformed. */
export const parseOutMessage = messageReader<OutPayloads>({
  ready: { versions: isVersions, session: isText(64) },
  'change-lang': { lang: isText(35) },
  'change-order': order,
  'update-step': order,
  redirect: { url: isWebAddress },
  'change-height': { height: isHeight },
  capabilities: { storage: isFlag, camera: isFlag, payment: isFlag, popups: isFlag },
});
