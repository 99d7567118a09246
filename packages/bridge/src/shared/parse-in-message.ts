import { isDecimal, isFlag, isPathOrWebAddress, isText, optional, type Guard } from './guards.ts';
import { messageReader } from './message-reader.ts';
import type { InPayloads } from './protocol.ts';

const isVersion: Guard<number> = (value): value is number => Number.isInteger(value);
const name = optional(isText(64));
const amount = optional(isDecimal);
const token = optional(isText(4096));
const address = optional(isText(512));

/** The typed message for an event that the page sent in, or undefined when it is unknown or malformed. */
export const parseInMessage = messageReader<InPayloads>({
  init: { version: isVersion, session: isText(64) },
  login: { access: token, refresh: token },
  register: {},
  logout: {},
  'open-deposit': { depositCurrency: name },
  'open-order-status': { orderId: isText(128) },
  'open-withdrawal': {
    payinCurrency: name,
    payoutCurrency: name,
    payinAmount: amount,
  },
  'open-exchange': {
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
  },
  'update-options': {
    lang: name,
    theme: name,
    brand: name,
    brandDark: name,
    onBrand: name,
    onBrandDark: name,
    radius: name,
    density: name,
    font: name,
  },
  reset: {},
  'open-verification': { wizard: name, redirect: optional(isPathOrWebAddress) },
});
