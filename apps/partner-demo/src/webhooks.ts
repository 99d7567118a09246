import type { WebhookEvent } from '@causeway/sdk/server';

/** A webhook that came, and what the shop did with it. */
export type ReceivedWebhook =
  | { outcome: 'new' | 'again' | 'older'; event: WebhookEvent }
  /** Its signature or its body was wrong. */
  | { outcome: 'refused'; code: string };

const most = 30;
const kept: (ReceivedWebhook & { at: Date })[] = [];
const seen = new Set<string>();
const versions = new Map<string, number>();

/** The webhooks that came, the newest first. */
export const webhooks: readonly (ReceivedWebhook & { at: Date })[] = kept;

/** Whether this webhook was handled before; Causeway repeats one whose answer it did not get. */
export const wasSeen = (deliveryId: string) => seen.has(deliveryId);

/** The highest version seen of an order. */
export const newestOf = (orderId: string) => versions.get(orderId) ?? 0;

/** Adds a webhook to the list, in memory: a real shop keeps this in its database. */
export function keepWebhook(webhook: ReceivedWebhook): void {
  kept.unshift({ ...webhook, at: new Date() });
  kept.splice(most);
  if (webhook.outcome === 'refused') return;
  const { delivery_id: id, version, order } = webhook.event;
  seen.add(id);
  versions.set(order.order_id, Math.max(version, newestOf(order.order_id)));
}
