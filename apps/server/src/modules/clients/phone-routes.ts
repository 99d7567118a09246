import { checkPhoneCode as checkCall } from '@causeway/contract/calls/check-phone-code';
import { getPhone } from '@causeway/contract/calls/get-phone';
import { sendPhoneCode as sendCall } from '@causeway/contract/calls/send-phone-code';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { checkPhoneCode } from './check-phone-code.ts';
import { findPhone } from './phone-store.ts';
import { readPhone } from './read-phone.ts';
import { clientIdOf } from './client-id-of.ts';
import { sendPhoneCode } from './send-phone-code.ts';

/** The client's phone number: C-15, C-16, C-16a. */
export function phoneRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, sendCall, async ({ request, language, identify }) => {
    const { phone, country } = request;
    const sent = await sendPhoneCode(context, { clientId: clientIdOf(await identify()), phone, country, language });
    return {
      success: toFlag(sent.refused === undefined),
      nextSmsRequestInSec: sent.nextSmsRequestInSec,
      errors: sent.refused === undefined ? [] : [context.texts.toErrorItem(language, sent.refused)],
    };
  });

  bindCall(app, context, getPhone, async ({ identify }) => {
    const phone = await findPhone(context.db, clientIdOf(await identify()));
    return { success: toFlag(true), phone, country: readPhone(phone, undefined)?.country ?? '' };
  });

  bindCall(app, context, checkCall, async ({ request, language, identify }) => {
    const checked = await checkPhoneCode(context, { clientId: clientIdOf(await identify()), ...request });
    return {
      success: toFlag(checked.refused === undefined),
      clientLevel: checked.level,
      errors: checked.refused === undefined ? [] : [context.texts.toErrorItem(language, checked.refused)],
    };
  });
}
