import { expect, test } from 'vitest';
import {
  nextTurn,
  quietRefresh,
  typingPause,
  type PriceEvent,
  type PriceFacts,
  type PriceTurn,
} from './price-source.ts';

const calm: PriceFacts = {
  isPriced: true,
  isTyped: false,
  isFloating: true,
  lockLeft: undefined,
  isRenewed: true,
};
const unpriced = { isPriced: false };
const fixed = { isFloating: false };
const idle: PriceTurn = { is: 'idle' };
const asking: PriceTurn = { is: 'asking' };
const price = (ms: number): PriceTurn => ({ is: 'waiting', ms, to: 'price' });
const renew = (ms: number): PriceTurn => ({ is: 'waiting', ms, to: 'renew' });

const table: readonly (readonly [PriceTurn, PriceEvent, Partial<PriceFacts>, PriceTurn])[] = [
  [idle, 'changed', { ...unpriced, isTyped: true }, price(typingPause)],
  [idle, 'changed', unpriced, price(0)],
  [asking, 'changed', { ...unpriced, isTyped: true }, price(typingPause)],
  [price(0), 'changed', {}, renew(quietRefresh)],
  [price(0), 'changed', { ...fixed, lockLeft: 41_000 }, renew(41_000)],
  [price(0), 'changed', fixed, renew(0)],
  [price(typingPause), 'due', unpriced, asking],
  [price(typingPause), 'due', { ...unpriced, isRenewed: false }, asking],
  [renew(quietRefresh), 'due', {}, asking],
  [renew(quietRefresh), 'due', { isRenewed: false }, renew(quietRefresh)],
  [renew(41_000), 'refreshed', {}, asking],
  [idle, 'refreshed', { isRenewed: false }, asking],
  [asking, 'answered', {}, renew(quietRefresh)],
  [asking, 'answered', { ...fixed, lockLeft: 60_000 }, renew(60_000)],
  [asking, 'answered', fixed, idle],
  [asking, 'failed', {}, renew(quietRefresh)],
  [asking, 'failed', unpriced, renew(quietRefresh)],
];

test.each(table)('%j, %s with %j: %j', (turn, event, facts, expected) => {
  expect(nextTurn(turn, event, { ...calm, ...facts })).toEqual(expected);
});
