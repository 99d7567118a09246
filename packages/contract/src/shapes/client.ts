import { clientLevels } from '@causeway/domain/clients/client-level';
import { z } from 'zod';
import { flag } from '../fields/fields.ts';

/** The current client (3-09). A visitor has `isAuthorized` 0, a language and a country; the rest is empty. */
export const client = z.object({
  firstName: z.string(),
  lastName: z.string(),
  limitLevel: z.enum(clientLevels),
  apmid: z.string(),
  /** Three-letter code. */
  lang: z.string(),
  isAuthorized: flag,
  email: z.string(),
  /** Signs in by an e-mailed code or a passkey alone while there is none (an addition to the specification). */
  isPasswordSet: flag,
  niceId: z.string(),
  isBasicVerifyEnabled: flag,
  isZerohashFlow: flag,
  isCompanyAgreementRequired: flag,
  isSpecialPartner: flag,
  countryByIp: z.string(),
  partnerId: z.string(),
  referrerId: z.string(),
});

export type Client = z.output<typeof client>;
