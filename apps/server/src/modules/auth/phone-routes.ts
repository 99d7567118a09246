import { checkPhoneCode as checkCall } from '@causeway/contract/calls/check-phone-code';
import { getPhone } from '@causeway/contract/calls/get-phone';
import { sendPhoneCode as sendCall } from '@causeway/contract/calls/send-phone-code';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import {
  type SentPhoneCode,
  checkPhoneCode,
  findPhone,
  isPhoneCodeAlive,
  readPhone,
  requirePhone,
  sendPhoneCode,
} from '../clients/codes/phone-code.ts';
import { clientIdOf } from '../clients/store.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';

const act = 'change the phone';

/** The client's phone number: C-15, C-16, C-16a. */
export function phoneRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, sendCall, async ({ request, language, identify }) => {
    const { phone, country, password, code } = request;
    const asked = { clientId: clientIdOf(await identify()), phone, country, language };
    const { clientId } = asked;
    // Parsed before anything is required: an invalid number cannot be confirmed.
    requirePhone(context, asked);
    const isFree = (await findPhone(context.db, clientId)) === '' || (await isPhoneCodeAlive(context, asked));
    const sent: SentPhoneCode = isFree
      ? await context.db.transaction().execute((trx) => sendPhoneCode(context, trx, asked))
      : await asOwner(context, act, { clientId, password, code }, (trx) => sendPhoneCode(context, trx, asked));
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
    const onMoved = (trx: Executor, clientId: string) => completeAct(context, trx, act, { clientId });
    const checked = await checkPhoneCode(context, { clientId: clientIdOf(await identify()), ...request, onMoved });
    return {
      success: toFlag(checked.refused === undefined),
      clientLevel: checked.level,
      errors: checked.refused === undefined ? [] : [context.texts.toErrorItem(language, checked.refused)],
    };
  });
}
