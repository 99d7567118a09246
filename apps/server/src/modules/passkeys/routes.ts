import { addPasskey as addCall } from '@causeway/contract/calls/add-passkey';
import { confirmByPasskey as confirmCall } from '@causeway/contract/calls/confirm-by-passkey';
import { listPasskeys as listCall } from '@causeway/contract/calls/list-passkeys';
import { removePasskey as removeCall } from '@causeway/contract/calls/remove-passkey';
import { renamePasskey as renameCall } from '@causeway/contract/calls/rename-passkey';
import { startConfirmByPasskey } from '@causeway/contract/calls/start-confirm-by-passkey';
import { startPasskey as startCall } from '@causeway/contract/calls/start-passkey';
import { startPasskeySignin } from '@causeway/contract/calls/start-passkey-signin';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { issueFactorCode } from '../two-factor/factor-codes.ts';
import { addPasskey, removePasskey, startPasskey } from './add-passkey.ts';
import { signinUse } from './challenges.ts';
import { requestPasskey, verifyPasskey } from './verify-passkey.ts';
import { saveName, selectPasskeys } from './store.ts';

const done = { success: toFlag(true), errors: [] };

/** Passkeys of a client: C-07c, C-61a to C-61g. */
export function passkeyRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bindCall(app, context, listCall, async ({ identify }) => {
    const rows = await selectPasskeys(db, clientIdOf(await identify()));
    return { success: toFlag(true), passkeys: rows.map(toPasskeyAnswer) };
  });

  bindCall(app, context, startCall, async ({ request, identify }) => {
    return { ...done, options: await startPasskey(context, { ...sessionOf(await identify()), ...request }) };
  });

  bindCall(app, context, addCall, async ({ request, identify }) => ({
    ...done,
    recoveryCodes: await addPasskey(context, { ...sessionOf(await identify()), ...request }),
  }));

  bindCall(app, context, renameCall, async ({ request, identify }) => {
    const which = { clientId: clientIdOf(await identify()), passkeyId: request.id };
    if (!(await saveName(db, which, request.name))) throw new Refusal({ code: 'NOT_FOUND' });
    return done;
  });

  bindCall(app, context, removeCall, async ({ request: { id, ...proof }, identify }) => {
    await removePasskey(context, { ...sessionOf(await identify()), passkeyId: id, ...proof });
    return done;
  });

  bindCall(app, context, startConfirmByPasskey, async ({ identify }) => {
    const use = { purpose: 'confirm', ...sessionOf(await identify()) } as const;
    if ((await selectPasskeys(db, use.clientId)).length === 0) throw new Refusal({ code: 'NOT_FOUND' });
    return { ...done, options: await requestPasskey(context, use) };
  });

  bindCall(app, context, confirmCall, async ({ request, identify }) => {
    const use = { purpose: 'confirm', ...sessionOf(await identify()) } as const;
    const code = await db.transaction().execute(async (trx) => {
      const shown = await verifyPasskey({ ...context, db: trx }, request.passkey, use);
      return shown && issueFactorCode(context, trx, use);
    });
    if (code === undefined) throw new Refusal({ code: 'PASSKEY_WRONG' });
    return { ...done, code };
  });

  bindCall(app, context, startPasskeySignin, async () => ({
    success: toFlag(true),
    options: await requestPasskey(context, signinUse),
  }));
}

function toPasskeyAnswer(row: Awaited<ReturnType<typeof selectPasskeys>>[number]) {
  return {
    id: row.passkeyId,
    name: row.name,
    createdAt: toUnixSeconds(row.createdAt),
    lastUsedAt: row.lastUsedAt === null ? 0 : toUnixSeconds(row.lastUsedAt),
    isSynced: toFlag(row.isSynced),
  };
}

function sessionOf(caller: Caller): { clientId: string; sessionId: string } {
  if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  const { clientId, sessionId } = caller;
  return { clientId, sessionId };
}
