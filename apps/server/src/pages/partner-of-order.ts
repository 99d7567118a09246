import type { AppContext } from '../context.ts';
import { findOrder } from '../modules/lifecycle/store.ts';

/**
 * The partner of the order whose page stands in a frame. A frame that is loaded anew there, or comes back there from a
 * payment, has no partner in its address any more; who may frame it is still that partner alone.
 */
export async function partnerOfOrder(context: Pick<AppContext, 'db'>, path: string): Promise<string | undefined> {
  const [, niceId] = /^\/order-status\/([A-Za-z0-9-]{4,64})\/?$/.exec(path) ?? [];
  if (niceId === undefined) return undefined;
  return (await findOrder(context.db, { niceId }))?.partnerKey ?? undefined;
}
