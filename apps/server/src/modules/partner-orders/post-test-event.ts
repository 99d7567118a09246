import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { Refusal } from '../../errors.ts';
import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { postSigned } from '../partner-webhooks/deliver-webhook.ts';
import type { WebhookAnswer } from '../../providers/post-webhook.ts';
import type { Partner } from '../partners/partner.ts';
import { openWebhookSecrets } from '../partners/webhook-secrets.ts';

/**
 * Posts a signed webhook about an invented order to the partner's own address, once.
 *
 * @throws Refusal FIELD_INVALID where the partner has no address or no webhook secret
 */
export async function postTestEvent(context: AppContext, partner: Partner): Promise<WebhookAnswer> {
  const { partnerKey, webhookUrl: url } = partner;
  if (url === '' || (await openWebhookSecrets(context, partnerKey)).length === 0)
    throw new Refusal({ code: 'FIELD_INVALID', field: 'webhook', values: { fault: 'missing' } });
  const deliveryId = newUuid(context);
  const seconds = toUnixSeconds(context.clock.now());
  const body = JSON.stringify(writeEvent(deliveryId, partnerKey, seconds));
  return postSigned(context, { partnerKey, url, deliveryId, body });
}

function writeEvent(deliveryId: string, partnerKey: string, seconds: number) {
  const order = {
    order_id: 'CWTEST0000000001',
    partner_order_id: 'test',
    status: 'finished',
    reason: '',
    is_merchant: false,
    pay_to_partner: false,
    purchase_amount: '',
    purchase_currency: '',
    payin_amount: '100.00',
    payin_currency: 'EUR',
    payin_group: 'card',
    received_amount: '100.00',
    payout_amount: '0.001',
    payout_currency: 'BTC',
    payout_group: 'bitcoin',
    partner_fee: '0.00',
    created_at: seconds,
  };
  return { delivery_id: deliveryId, type: 'test', version: 1, created_at: seconds, partner_key: partnerKey, order };
}
