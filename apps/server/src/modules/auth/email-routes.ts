import { checkEmailCode as checkEmailCodeCall } from '@causeway/contract/calls/check-email-code';
import { sendEmailCode as sendEmailCodeCall } from '@causeway/contract/calls/send-email-code';
import { toFlag } from '@causeway/contract/fields/fields';
import type { Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { logRefusal } from '../../security-log/log-security-event.ts';
import { type SentEmailCode, checkEmailCode, sendEmailCode } from '../clients/codes/email-code.ts';
import { findClient } from '../clients/store.ts';
import { leaveEmail, requestEmailChange } from './change-email.ts';
import { sessionOf } from './tokens.ts';

/** The client's e-mail address, the first one and another one: C-13, C-14. */
export function emailRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, sendEmailCodeCall, async ({ request, language, identify }) => {
    const { clientId } = sessionOf(await identify());
    const asked = { ...request, clientId, language: request.lang ?? language };
    const { email, password, code } = request;
    const isOther = email !== undefined && (await needsProof(context.db, clientId, { email, password }));
    const sent: SentEmailCode = isOther
      ? await requestEmailChange(context, { ...asked, email, password, code })
      : await sendEmailCode(context, { ...asked, email });
    return {
      success: toFlag(sent.refused === undefined),
      nextEmailRequestInSec: sent.nextEmailRequestInSec,
      errors: toItems(sent.refused, language),
    };
  });

  bindCall(app, context, checkEmailCodeCall, async ({ request, language, ip, requestId, identify }) => {
    const { clientId, sessionId } = sessionOf(await identify());
    const checked = await checkEmailCode(context, {
      clientId,
      code: request.code,
      onMoved: (trx, client) => leaveEmail(context, trx, client, sessionId),
    });
    if (checked.refused !== undefined)
      logRefusal(context, new Refusal(checked.refused), { call: checkEmailCodeCall.name, clientId, ip, requestId });
    return {
      success: toFlag(checked.refused === undefined),
      clientLevel: checked.level,
      errors: toItems(checked.refused, language),
    };
  });

  function toItems(refused: RefusalItem | undefined, language: Language) {
    return refused === undefined ? [] : [context.texts.toErrorItem(language, refused)];
  }
}

/** Another address in place of a confirmed one; a password in the request is checked in any case. */
async function needsProof(
  executor: Executor,
  clientId: string,
  { email, password }: { email: string; password: string | undefined },
): Promise<boolean> {
  const client = await findClient(executor, clientId);
  if (client === undefined || client.email === email) return false;
  return client.emailConfirmedAt !== null || password !== undefined;
}
