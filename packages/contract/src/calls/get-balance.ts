import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { currencyConfigEntry } from '../shapes/site-config.ts';

/** What a client holds in one currency. Amounts are decimal text, cut to the precision of their currency. */
const heldBalance = z.object({
  /** Available amount, in the currency itself. */
  amount: z.string(),
  /** Amount held for orders that wait for their code, in the currency itself. */
  holdAmount: z.string(),
  /** The available amount in the primary currency; empty while the market has no price. */
  primaryAmount: z.string(),
  /** What an available amount of coins is worth now, in `worthCurrency`; empty for other money, or without a price. */
  worth: z.string(),
});

/**
 * C-37 The client's balances (3-49). Totals are in the primary and in the secondary currency; they are empty while a
 * currency of the balance has no price. Reward points are no money: they are listed and not counted. The maps are by
 * currency code; `balances` holds every currency that the client has an amount in, or had.
 */
export const getBalance = defineCall({
  id: 'C-37',
  name: 'getBalance',
  summary: 'Balances of the client and what they are worth',
  method: 'POST',
  path: '/balance',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    availablePrimaryBalance: z.string(),
    balances: z.record(z.string(), heldBalance),
    /** Currencies that a balance can be kept in. */
    clientBalanceCurrencies: z.array(z.string()),
    /** Currencies that totals can be shown in. */
    clientPrimaryCurrencies: z.array(z.string()),
    /** Facts of every currency named here. */
    currencyData: z.record(z.string(), currencyConfigEntry),
    /** The client's favourite currencies, in this order. */
    favoriteCurrencies: z.array(z.string()),
    favoriteGroups: z.array(z.string()),
    holdPrimaryBalance: z.string(),
    /** Available and held together. */
    primaryBalance: z.string(),
    secondaryBalance: z.string(),
    primaryCurrency: z.string(),
    secondaryCurrency: z.string(),
    /** The first of the primary and the secondary currency that is money of a state. */
    worthCurrency: z.string(),
  }),
});
