import type { WebhookEvent } from '@causeway/sdk/server';

/** A notice that came, and what the shop made of it. */
export type Notice =
  | { outcome: 'new' | 'again' | 'older'; event: WebhookEvent }
  /** Its signature or its body was wrong. */
  | { outcome: 'refused'; code: string };

const most = 30;
const kept: (Notice & { at: Date })[] = [];
const seen = new Set<string>();
const versions = new Map<string, number>();

/** What came, the newest first. */
export const notices: readonly (Notice & { at: Date })[] = kept;

/** Whether this very notice was taken before; Causeway repeats what it is not sure of. */
export const wasSeen = (deliveryId: string) => seen.has(deliveryId);

/** The highest version that was seen of an order. */
export const newestOf = (orderId: string) => versions.get(orderId) ?? 0;

/** Writes a notice into the list, in memory: a real shop keeps this in its database. */
export function keepNotice(notice: Notice): void {
  kept.unshift({ ...notice, at: new Date() });
  kept.splice(most);
  if (notice.outcome === 'refused') return;
  const { delivery_id: id, version, order } = notice.event;
  seen.add(id);
  versions.set(order.order_id, Math.max(version, newestOf(order.order_id)));
}
