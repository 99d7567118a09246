import { verifyWebhook, WebhookError } from '@causeway/sdk/server';
import { keepWebhook, newestOf, wasSeen } from './webhooks.ts';

/** Handles a webhook about an order when its signature is right; returns the status for Causeway. */
export async function receiveWebhook(
  body: string,
  signature: string | undefined,
  secrets: Record<string, string>,
): Promise<number> {
  try {
    const event = await verifyWebhook({ body, signature, secrets });
    if (wasSeen(event.delivery_id)) keepWebhook({ outcome: 'again', event });
    else if (event.version < newestOf(event.order.order_id)) keepWebhook({ outcome: 'older', event });
    else keepWebhook({ outcome: 'new', event }); // and here a shop delivers what was paid
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    // The sender was not Causeway.
    keepWebhook({ outcome: 'refused', code: error.code });
    return 400;
  }
}
