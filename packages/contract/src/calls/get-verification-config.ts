import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';
import { clientLimits, orderLimits } from '../shapes/verification.ts';

/** C-27 What the wizards need to know before they begin (3-47). */
export const getVerificationConfig = defineCall({
  id: 'C-27',
  name: 'getVerificationConfig',
  summary: 'Settings of the verification',
  method: 'GET',
  path: '/onramp/verification-config',
  encoding: 'query',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    orderLimits,
    clientLimits,
    /** Whether the client's country is in the European Union; 0 until it is known. */
    isEU: flag,
    nextSmsRequestInSec: z.int(),
    /** ISO 3166, two letters; empty until it is known. */
    clientCountry: z.string(),
    /** Whether the client has agreed that the account is used for no other person. */
    isFraudAgreement: flag,
    isZerohashFlow: flag,
    defaultPayinCurrency: z.string(),
    phoneRestrictedCountries: z.array(z.string()),
  }),
});
