import { verifyWebhook, WebhookError, type WebhookEvent } from '@causeway/sdk/server';

const most = 20;

/** Notices that were believed, the newest first. */
export const notices: WebhookEvent[] = [];

/** Takes a notice about an order when its signature is right; answers with the status for Causeway. */
export async function receiveNotice(
  body: string,
  signature: string | undefined,
  secrets: Record<string, string>,
): Promise<number> {
  try {
    notices.unshift(await verifyWebhook({ body, signature, secrets }));
    notices.splice(most);
    return 204;
  } catch (error) {
    // Whoever sent it, it was not Causeway.
    if (error instanceof WebhookError) return 400;
    throw error;
  }
}
