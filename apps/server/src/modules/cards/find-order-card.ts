import type { Executor } from '../../database/db.ts';
import { findByAcquirerToken, findCard, type CardRow } from './store.ts';

/** The card that a client named in the address step: one of the list, or one that was just typed. */
export async function findOrderCard(
  executor: Executor,
  clientId: string,
  acquirer: string,
  token: string,
): Promise<CardRow | undefined> {
  return (await findCard(executor, clientId, token)) ?? (await findByAcquirerToken(executor, acquirer, token));
}
