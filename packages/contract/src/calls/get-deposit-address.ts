import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { currencyCode, flag, flagText, groupCode, unixSeconds } from '../fields/fields.ts';

/**
 * C-41 The client's own address for deposits of a currency on a network (3-59, A-109). It stays the client's for ever:
 * what comes to one that is no longer shown is credited too.
 */
export const getDepositAddress = defineCall({
  id: 'C-41',
  name: 'getDepositAddress',
  summary: 'Address for deposits to the balance',
  method: 'POST',
  path: '/balance/deposit_address',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    currency: currencyCode,
    /** The network. */
    group: groupCode,
    /** `1` asks for another address. */
    isNew: flagText.optional(),
  }),
  example: { currency: 'BTC', group: 'bitcoin' },
  answer: z.object({
    currency: z.string(),
    /** Least sum that is credited, decimal text. */
    payinMinAmount: z.string(),
    /** Empty while the network takes no deposits. */
    address: z.string(),
    /** What a payment must carry beside the address; `null` where the network has nothing of the kind. */
    dstTag: z.string().nullable(),
    isPermanent: flag,
    /** Until another address is shown; 0 for a permanent one. */
    secondsToRelease: z.int().nonnegative(),
    /** Blocks after which a deposit is credited. */
    confirmations: z.int().nonnegative(),
    /** What the next deposit must be at least: less than the least sum where smaller deposits wait for more. */
    minAmount: z.string(),
    /** What both least sums are worth now, and in which currency, as C-37 has it; empty without a price. */
    payinMinWorth: z.string(),
    minWorth: z.string(),
    worthCurrency: z.string(),
    /** Coins that came to the client's addresses and are on no balance, newest first: of another token or network. */
    otherCoins: z.array(
      z.object({
        coinsId: z.uuid(),
        network: z.string(),
        /** Contract, or empty for the network's own coin. */
        token: z.string(),
        txid: z.string(),
        /** Empty where no explorer is known. */
        txLink: z.string(),
        status: z.enum(['waiting', 'returned', 'closed']),
        /** The transaction that sent them back, or empty. */
        returnTxid: z.string(),
        returnLink: z.string(),
        foundAt: unixSeconds,
      }),
    ),
    /** Code of why there is no address, or no new one; empty for nothing. */
    error: z.string(),
  }),
});
