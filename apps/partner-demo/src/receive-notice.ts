import { verifyWebhook, WebhookError } from '@causeway/sdk/server';
import { keepNotice, newestOf, wasSeen } from './notices.ts';

/** Handles a webhook about an order when its signature is right; returns the status for Causeway. */
export async function receiveNotice(
  body: string,
  signature: string | undefined,
  secrets: Record<string, string>,
): Promise<number> {
  try {
    const event = await verifyWebhook({ body, signature, secrets });
    if (wasSeen(event.delivery_id)) keepNotice({ outcome: 'again', event });
    else if (event.version < newestOf(event.order.order_id)) keepNotice({ outcome: 'older', event });
    else keepNotice({ outcome: 'new', event }); // and here a shop delivers what was paid
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    // The sender was not Causeway.
    keepNotice({ outcome: 'refused', code: error.code });
    return 400;
  }
}
