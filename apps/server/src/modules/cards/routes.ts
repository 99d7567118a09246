import { keepCard as keepCardCall } from '@causeway/contract/calls/keep-card';
import { deleteCard as deleteCardCall } from '@causeway/contract/calls/delete-card';
import { renameCard as renameCardCall } from '@causeway/contract/calls/rename-card';
import { listCards as listCardsCall } from '@causeway/contract/calls/list-cards';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { sessionOf } from '../auth/tokens.ts';
import { addCard } from './add-card.ts';
import { deleteCard } from './delete-card.ts';
import { listCards, renameCard } from './list-cards.ts';

/** Saved cards: C-35, C-36, C-36a and C-92. */
export function cardRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, listCardsCall, async (input) =>
    listCards(context, clientOf(await input.identify()), input.request),
  );
  bindCall(app, context, keepCardCall, async ({ request, language, identify }) => {
    await addCard(context, { ...sessionOf(await identify()), language }, request);
    return { success: toFlag(true), errors: [] };
  });
  bindCall(app, context, renameCardCall, async ({ request: { token, name }, identify }) => {
    if (!(await renameCard(context.db, { clientId: clientOf(await identify()), token, name })))
      throw new Refusal({ code: 'NOT_FOUND', field: 'token', values: { what: 'card' } });
    return { success: toFlag(true), errors: [] };
  });
  bindCall(app, context, deleteCardCall, async (input) => {
    await deleteCard(context, clientOf(await input.identify()), input.request.token);
    return { success: toFlag(true), errors: [] };
  });
}

function clientOf(caller: Caller): string {
  if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return caller.clientId;
}
