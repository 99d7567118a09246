import { isDecimal, isFlag, isPathOrWebAddress, isText, optional, type Guard } from './guards.ts';
import { messageParser } from './message-parser.ts';
import type { InEvent, InMessage, InPayloads } from './protocol.ts';

type Parsers = {
  [E in InEvent]: (payload: unknown) => { event: E; payload: InPayloads[E] } | undefined;
};

const isVersion: Guard<number> = (value): value is number => Number.isInteger(value);
const name = optional(isText(64));
const amount = optional(isDecimal);
const token = optional(isText(4096));
const address = optional(isText(512));

const parsers: Parsers = {
  init: messageParser('init', { version: isVersion, session: isText(64) }),
  login: messageParser('login', { access: token, refresh: token }),
  register: messageParser('register', {}),
  logout: messageParser('logout', {}),
  'open-deposit': messageParser('open-deposit', { depositCurrency: name }),
  'open-order-status': messageParser('open-order-status', { orderId: isText(128) }),
  'open-withdrawal': messageParser('open-withdrawal', {
    payinCurrency: name,
    payoutCurrency: name,
    payinAmount: amount,
  }),
  'open-exchange': messageParser('open-exchange', {
    payinCurrency: name,
    payinGroup: name,
    payinAmount: amount,
    payoutCurrency: name,
    payoutGroup: name,
    payoutAmount: amount,
    isPayoutCalc: optional(isFlag),
    isFloatingRate: optional(isFlag),
    coupon: name,
    dstAddress: address,
    dstTag: address,
    memoId: address,
    memoType: name,
    memoValue: address,
    purchaseAmount: amount,
    clientEmail: address,
  }),
  'update-options': messageParser('update-options', {
    lang: name,
    theme: name,
    brand: name,
    brandDark: name,
    onBrand: name,
    onBrandDark: name,
    radius: name,
    density: name,
    font: name,
  }),
  reset: messageParser('reset', {}),
  'open-verification': messageParser('open-verification', { wizard: name, redirect: optional(isPathOrWebAddress) }),
};

const isInEvent = (event: string): event is InEvent => Object.hasOwn(parsers, event);

/** The typed message for an event the page sent in, or undefined when it is unknown or malformed. */
export function parseInMessage(event: string, payload: unknown): InMessage | undefined {
  return isInEvent(event) ? parsers[event](payload) : undefined;
}
