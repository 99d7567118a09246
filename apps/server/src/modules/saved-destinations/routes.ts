import { keepDestination as keepCall } from '@causeway/contract/calls/keep-destination';
import { listDestinations as listCall } from '@causeway/contract/calls/list-destinations';
import { removeDestination as removeCall } from '@causeway/contract/calls/remove-destination';
import { renameDestination as renameCall } from '@causeway/contract/calls/rename-destination';
import { setDestinationWait as waitCall } from '@causeway/contract/calls/set-destination-wait';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { logChange } from '../clients/queue-security-email.ts';
import { clientIdOf } from '../clients/store.ts';
import { beginWait, endWait, findWait, waitHours } from './destination-wait.ts';
import { keepDestination } from './keep-destination.ts';
import { type SavedDestination, deleteDestination, renameDestination, selectDestinations } from './store.ts';

const done = { success: toFlag(true), errors: [] };

/** Where a client's withdrawals go, by name: C-44a to C-44e. */
export function savedDestinationRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;

  bindCall(app, context, listCall, async ({ identify }) => {
    const clientId = clientIdOf(await identify());
    const [rows, wait] = await Promise.all([selectDestinations(db, clientId), findWait(context, db, clientId)]);
    const now = clock.now();
    const endsAt = wait?.endsAt ?? undefined;
    return {
      success: toFlag(true),
      destinations: rows.map((row) => toAnswer(row, now)),
      isWaitOn: toFlag(wait !== undefined),
      waitEndsAt: endsAt === undefined ? 0 : toUnixSeconds(endsAt),
      waitHours,
    };
  });

  bindCall(app, context, keepCall, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    return { ...done, id: await keepDestination(context, { clientId, request }) };
  });

  bindCall(app, context, renameCall, async ({ request: { id, name }, identify }) => {
    const which = { clientId: clientIdOf(await identify()), destinationId: id, name: name.trim() };
    if (!(await renameDestination(db, which))) throw new Refusal({ code: 'NOT_FOUND' });
    return done;
  });

  bindCall(app, context, removeCall, async ({ request: { id }, identify }) => {
    const which = { clientId: clientIdOf(await identify()), destinationId: id };
    await db.transaction().execute(async (trx) => {
      if (!(await deleteDestination(trx, which))) throw new Refusal({ code: 'NOT_FOUND' });
      logChange(context, trx, { clientId: which.clientId, reason: 'destination-removed' });
    });
    return done;
  });

  bindCall(app, context, waitCall, async ({ request: { isOn, ...proof }, identify }) => {
    const clientId = clientIdOf(await identify());
    await (isOn ? beginWait(context, clientId) : endWait(context, { clientId, ...proof }));
    return done;
  });
}

function toAnswer(row: SavedDestination, now: Date) {
  const { destinationId: id, name, currency, network, address, tag, memoValue, holder, createdAt, usableAt } = row;
  return {
    id,
    name,
    currency,
    network,
    address,
    tag,
    memoValue,
    holder,
    createdAt: toUnixSeconds(createdAt),
    usableAt: toUnixSeconds(usableAt),
    isUsable: toFlag(usableAt <= now),
  };
}
