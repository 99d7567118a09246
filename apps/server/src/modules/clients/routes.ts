import { checkEmailCode as checkEmailCodeCall } from '@causeway/contract/calls/check-email-code';
import { getClient } from '@causeway/contract/calls/get-client';
import { sendEmailCode as sendEmailCodeCall } from '@causeway/contract/calls/send-email-code';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from './client-id-of.ts';
import { checkEmailCode } from './check-email-code.ts';
import { findDueAgreement } from './current-agreement.ts';
import { describeClient, describeVisitor } from './describe-client.ts';
import { findClient } from './find-client.ts';
import { sendEmailCode } from './send-email-code.ts';

export function clientRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getClient, async (input) => {
    const reader = await input.identify();
    if (reader.kind === 'visitor') return { success: toFlag(true), client: describeVisitor(input.language) };
    const client = await findClient(context.db, reader.clientId);
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const due = await findDueAgreement(context.db, reader.clientId, context.clock.now());
    return { success: toFlag(true), client: describeClient(client, due !== undefined) };
  });

  bindCall(app, context, sendEmailCodeCall, async (input) => {
    const { request, language } = input;
    const sent = await sendEmailCode(context, {
      clientId: clientIdOf(await input.identify()),
      email: request.email,
      language: request.lang ?? language,
    });
    return {
      success: toFlag(sent.refused === undefined),
      nextEmailRequestInSec: sent.nextEmailRequestInSec,
      errors: toItems(sent.refused, language),
    };
  });

  bindCall(app, context, checkEmailCodeCall, async (input) => {
    const { request, language } = input;
    const checked = await checkEmailCode(context, { clientId: clientIdOf(await input.identify()), code: request.code });
    return {
      success: toFlag(checked.refused === undefined),
      clientLevel: checked.level,
      errors: toItems(checked.refused, language),
    };
  });

  function toItems(refused: RefusalItem | undefined, language: Parameters<typeof context.texts.toErrorItem>[0]) {
    return refused === undefined ? [] : [context.texts.toErrorItem(language, refused)];
  }
}
