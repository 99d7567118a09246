import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, timeZone, unixSeconds, wholeText } from '../fields/fields.ts';

/** What an operation of a balance is. `other` is what a person has decided, or a month that is archived. */
export const operationTypes = ['deposit', 'withdrawal', 'exchange', 'refund', 'affiliate', 'other'] as const;

/**
 * How far it is: `canceled` is what was held and came back, as a refund of its own.
 */
export const operationStatuses = ['pending', 'finished', 'canceled'] as const;

const day = z.iso.date();
const anyOf = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.union([z.enum(values), z.array(z.enum(values)).max(values.length)]).optional();

/**
 * C-38 What came to and went from the client's balance, the newest first (3-50). The amounts of all operations in a
 * currency sum to what is available in it; deposits that are on their way are listed beside them.
 */
export const listOperations = defineCall({
  id: 'C-38',
  name: 'listOperations',
  summary: 'Operations of the balance',
  method: 'POST',
  path: '/balance/history',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    /** First and last day, the last one included. */
    timeFrom: day.optional(),
    timeTo: day.optional(),
    /** Time zone of these days; UTC when left out. */
    timeZone: timeZone.optional(),
    type: anyOf(operationTypes),
    status: anyOf(operationStatuses),
    /** How many to leave out; none when left out. */
    start: wholeText(1_000_000_000).optional(),
    /** How many to answer; 20 when left out. */
    length: wholeText(100).optional(),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        /** The order that it belongs to; empty for none. */
        niceId: z.string(),
        createdAt: unixSeconds,
        type: z.enum(operationTypes),
        status: z.enum(operationStatuses),
        currency: z.string(),
        /** Decimal text, with a minus for what went. */
        amount: z.string(),
        /**
         * What an amount of coins was worth on its day (UTC), without a sign and rounded down; empty for other money,
         * and where the day has no price.
         */
        worth: z.string(),
        /** The part of the amount that is fees, in the same currency; empty for none. */
        fee: z.string(),
        /** Page of the chain's explorer; empty where nothing was sent. */
        txLink: z.string(),
        /** Of a deposit in coins that is not on the balance yet; `null` for all others. */
        deposit: z
          .object({
            confirmations: z.int().nonnegative(),
            confirmationsNeeded: z.int().nonnegative(),
            /** It has its confirmations, and waits until the sum of such deposits is large enough. */
            isBelowMinimum: flag,
          })
          .nullable(),
      }),
    ),
    /** How many match the filters. By type or status the newest 1 000 are counted, and no page goes beyond them. */
    recordsFiltered: z.int(),
    recordsTotal: z.int(),
    /** Of each `worth`: the client's primary currency, or EUR where that is a coin. */
    worthCurrency: z.string(),
  }),
});
