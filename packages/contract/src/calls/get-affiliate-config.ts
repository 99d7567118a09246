import { z } from 'zod';
import { defineCall } from '../define-call.ts';

/** Decimal text in the config's currency. */
const amount = z.string();

/** C-50 The client's link and what it has earned (3-52, A-115). */
export const getAffiliateConfig = defineCall({
  id: 'C-50',
  name: 'getAffiliateConfig',
  summary: 'Affiliate programme of the client',
  method: 'GET',
  path: '/onramp/affiliate-config',
  encoding: 'query',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    /** Earned and not paid yet; with a minus after a reward was taken back that was paid already. */
    balance: amount,
    currency: z.string(),
    /** Names the client in the link, and says nothing else of it. */
    clientCryptedId: z.string(),
    /** Orders of clients who came by the link. */
    dealsRef1: z.int(),
    /** Orders of clients whom these have brought. */
    dealsRef2: z.int(),
    /** Part of the service fee that is earned by `dealsRef1`; 0 where there is no programme. */
    referrerPercent: z.int(),
    /** The link is this and `clientCryptedId`. */
    urlBase: z.string(),
    /** Of the last seven days. */
    lastWeekReward: amount,
    /** From here on it is paid to the balance; empty where there is no programme. */
    minPayin: amount,
  }),
});
