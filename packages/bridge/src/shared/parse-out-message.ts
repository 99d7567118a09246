import { isFlag, isText, isWebAddress, nullable, type Guard, type Guards } from './guards.ts';
import { messageParser } from './message-parser.ts';
import type { OrderEventPayload, OutEvent, OutMessage, OutPayloads } from './protocol.ts';

type Parsers = {
  [E in OutEvent]: (payload: unknown) => { event: E; payload: OutPayloads[E] } | undefined;
};

const isVersions: Guard<number[]> = (value): value is number[] =>
  Array.isArray(value) && value.length <= 32 && value.every((version) => Number.isInteger(version));

// The bound keeps a broken measurement from stretching the partner's page without end.
const isHeight: Guard<number> = (value): value is number => typeof value === 'number' && value > 0 && value <= 20_000;

const word = nullable(isText(128));
const order: Guards<OrderEventPayload> = { orderStatus: word, orderId: word, partnerOrderId: word, stepName: word };

const parsers: Parsers = {
  ready: messageParser('ready', { versions: isVersions, session: isText(64) }),
  'change-lang': messageParser('change-lang', { lang: isText(35) }),
  'change-order': messageParser('change-order', order),
  'update-step': messageParser('update-step', order),
  redirect: messageParser('redirect', { url: isWebAddress }),
  'change-height': messageParser('change-height', { height: isHeight }),
  capabilities: messageParser('capabilities', { storage: isFlag, camera: isFlag, payment: isFlag, popups: isFlag }),
};

const isOutEvent = (event: string): event is OutEvent => Object.hasOwn(parsers, event);

/** The typed message for an event the widget sent out, or undefined when it is unknown or malformed. */
export function parseOutMessage(event: string, payload: unknown): OutMessage | undefined {
  return isOutEvent(event) ? parsers[event](payload) : undefined;
}
