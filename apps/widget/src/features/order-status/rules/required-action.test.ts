import { actionStatuses, orderStatuses } from '@causeway/domain/orders/order-status';
import { describe, expect, test } from 'vitest';
import { requiredAction, type ActionFacts } from './required-action.ts';

const client: ActionFacts = { status: 'card_pending', isClientRole: 1, isPartnerRole: 0, isMerchant: 0 };

describe('4.10-06 who is shown what of an order that waits for a person', () => {
  test.each([
    ['email_pending', 'email'],
    ['card_pending', 'card'],
    ['card_manual_pending', 'card'],
    ['address_pending', 'address'],
    ['proof_pending', 'proof'],
    ['video_pending', 'video'],
    ['verify_pending', 'all'],
    ['identity_pending', 'identity'],
  ] as const)('A-095 %s: the client is notified and led to %s', (status, place) =>
    expect(requiredAction({ ...client, status })).toEqual({ text: `act_${status}`, place }),
  );
  test.each(actionStatuses)('A-095 %s: a payer at a merchant follows the e-mail', (status) =>
    expect(requiredAction({ ...client, status, isMerchant: 1 })).toEqual({ text: 'act_merchant' }),
  );
  test.each(actionStatuses)('4.10-07 %s: a partner is shown nothing', (status) =>
    expect(requiredAction({ ...client, status, isPartnerRole: 1 })).toBeUndefined(),
  );
  test.each(actionStatuses)('A-056 %s: a caller with only the number is shown nothing', (status) =>
    expect(requiredAction({ ...client, status, isClientRole: 0 })).toBeUndefined(),
  );
  test.each(orderStatuses.filter((status) => !actionStatuses.includes(status)))(
    '4.10-05 %s asks nothing of the client',
    (status) => expect(requiredAction({ ...client, status })).toBeUndefined(),
  );
});
