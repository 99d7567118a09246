import { endHandover as endCall } from '@causeway/contract/calls/end-handover';
import { finishHandover as finishCall } from '@causeway/contract/calls/finish-handover';
import { getHandedWizard } from '@causeway/contract/calls/get-handed-wizard';
import { openHandover as openCall } from '@causeway/contract/calls/open-handover';
import { readHandover as readCall } from '@causeway/contract/calls/read-handover';
import { startHandover as startCall } from '@causeway/contract/calls/start-handover';
import type { AnswerOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import { paperType, wizardName } from '@causeway/contract/shapes/verification';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext, Caller, HandedPhone } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { sessionOf } from '../auth/tokens.ts';
import { clientIdOf } from '../clients/store.ts';
import { deleteHandover, findHandover, finishHandover } from '../sessions/handover-store.ts';
import { readWizard } from '../verification/read-wizard.ts';
import { openHandover, startHandover } from './hand-over.ts';

/** A wizard that goes on with a phone: C-23a to C-23f. */
export function handoverRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, startCall, async ({ request: { wizard, walletId = '' }, identify }) => {
    const started = await startHandover(context, { ...sessionOf(await identify()), wizard, walletId });
    return { success: toFlag(true), ...started, errors: [] };
  });
  bindCall(app, context, readCall, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const found = await findHandover(context.db, clientId, request.id);
    if (found === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    const { openedAt, doneAt, expiresAt, deviceName, walletId } = found;
    const isOver = expiresAt <= context.clock.now();
    const { documents } = await readWizard(context, clientId, { wizard: wizardName.parse(found.wizard), walletId });
    const state: AnswerOf<typeof readCall>['state'] =
      doneAt !== null ? 'done' : isOver ? 'over' : openedAt === null ? 'waiting' : 'open';
    return { success: toFlag(true), state, deviceName, documents, errors: [] };
  });
  bindCall(app, context, endCall, async ({ request, identify }) => {
    const isThere = await deleteHandover(context.db, clientIdOf(await identify()), request.id);
    if (!isThere) throw new Refusal({ code: 'NOT_FOUND' });
    return { success: toFlag(true), errors: [] };
  });
  bindCall(app, context, openCall, async ({ request: { token, deviceName = '' }, ip, requestId }) => {
    const opened = await openHandover(context, { token, deviceName, ip, requestId });
    return { success: toFlag(true), ...opened, errors: [] };
  });
  bindCall(app, context, getHandedWizard, async ({ identify }) => {
    const { clientId, walletId, wizard: name } = phoneOf(await identify());
    const wizard = wizardName.parse(name);
    const { fields, documents, isLocked, isVerified } = await readWizard(context, clientId, { wizard, walletId });
    const documentType: '' | z.output<typeof paperType> = paperType.safeParse(fields['document_type']).data ?? '';
    return {
      success: toFlag(true),
      wizard,
      walletId,
      documentType,
      isLocked: toFlag(isLocked === 1 || isVerified === 1),
      documents,
      errors: [],
    };
  });
  bindCall(app, context, finishCall, async ({ identify }) => {
    const { handoverId } = phoneOf(await identify());
    await finishHandover(context.db, handoverId, context.clock.now());
    return { success: toFlag(true), errors: [] };
  });
}

function phoneOf(caller: Caller): HandedPhone {
  if (caller.kind === 'phone') return caller;
  throw new Refusal({ code: 'NOT_FOUND' });
}
