import { z } from 'zod';
import { defineCall } from '../define-call.ts';

const amount = z.string();
/** Decimal text with four digits, such as `1.4000`. */
const fee = z.string();

/**
 * C-54 The client's discount of the service fee: its tier by the turnover of twelve months, and the table of tiers
 * (3-58, A-116).
 */
export const getDiscountConfig = defineCall({
  id: 'C-54',
  name: 'getDiscountConfig',
  summary: 'Discount of the client',
  method: 'GET',
  path: '/onramp/discount-config',
  encoding: 'query',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    /** Every tier, the lowest first: its turnover, how many percent of the fee fall away, and what is left of it. */
    conf: z.array(z.object({ number: z.int(), name: z.string(), turnoverFrom: amount, percent: z.int(), fee })),
    /** Of the amounts. */
    currency: z.string(),
    /** The service fee that this client pays, in percent. */
    currentFee: fee,
    /** How many percent of it fall away. */
    currentPercent: z.int(),
    maxPercent: z.int(),
    /** Turnover from which the client's tier begins; empty below the first. */
    currentTier: amount,
    /** What is missing to the next tier; empty on the last. */
    leftBeforeDiscount: amount,
    /** Turnover from which the next tier begins; empty on the last. */
    nextLevel: amount,
    /** The fee on the tier before; empty on the first. */
    prevFee: fee,
    /** The turnover that counts. */
    total: amount,
    /** Replaces the tier's discount; 0 without one. */
    vipDiscount: z.int(),
    tierName: z.string(),
    /** 0 below the first tier. */
    tierNumber: z.int(),
  }),
});
