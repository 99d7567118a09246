import type { Outcome, Applicant } from './applicant.ts';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { Webhooks } from '../webhooks/webhooks.ts';
import { createHmac } from 'node:crypto';

/** What a person or a test decides of an applicant. */
export type Review = { outcome: Outcome; comment?: string; labels?: string[] } & Partial<Pick<Applicant, 'papers'>>;

export const typeOf: Readonly<Record<Outcome, string>> = {
  init: 'applicantReset',
  pending: 'applicantPending',
  onHold: 'applicantOnHold',
  approved: 'applicantReviewed',
  retry: 'applicantReviewed',
  rejected: 'applicantReviewed',
};

/** Its webhooks, signed by a digest over the body alone. */
export function createIdentityWebhooks(
  faults: Faults,
  timers: Timers,
  webhookSecret: string,
  productUrl: () => string,
): Webhooks {
  return new Webhooks({
    provider: 'identity_webhooks',
    sign: (secret, body) => ({
      'x-payload-digest-alg': 'HMAC_SHA256_HEX',
      'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex'),
    }),
    faults,
    timers,
    secret: webhookSecret,
    address: () => `${productUrl()}/webhooks/identity-check`,
  });
}
