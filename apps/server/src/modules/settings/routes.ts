import { acceptCompanyChanges as acceptCall } from '@causeway/contract/calls/accept-company-changes';
import { getCompanyChanges } from '@causeway/contract/calls/get-company-changes';
import { getSubscription } from '@causeway/contract/calls/get-subscription';
import { savePushToken as savePushTokenCall } from '@causeway/contract/calls/save-push-token';
import { updateSubscription } from '@causeway/contract/calls/update-subscription';
import { toFlag } from '@causeway/contract/fields/fields';
import { eachSwitch, notificationSwitches } from '@causeway/contract/shapes/notification-switches';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { acceptAgreement, describeAgreement } from './agreements.ts';
import { savePushToken } from './save-push-token.ts';
import { findSubscription, hasBrowserPush, saveSubscription } from './subscription-store.ts';

const done = { success: toFlag(true), errors: [] };

/** A client's settings: C-58, C-64 to C-67. */
export function settingsRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getSubscription, async ({ identify }) => {
    const caller = await identify();
    const wanted = await findSubscription(context.db, clientIdOf(caller));
    const isPushHere = caller.kind === 'client' && (await hasBrowserPush(context.db, caller.sessionId));
    return {
      success: toFlag(true),
      ...eachSwitch(notificationSwitches, (name) => toFlag(wanted[name])),
      pushKey: context.providers.push.web?.key ?? '',
      isPushHere: toFlag(isPushHere),
    };
  });

  bindCall(app, context, updateSubscription, async ({ request, language, identify }) => {
    await saveSubscription(context, { clientId: clientIdOf(await identify()), language }, request);
    return done;
  });

  bindCall(app, context, getCompanyChanges, async ({ language, identify }) =>
    describeAgreement(context, clientIdOf(await identify()), language),
  );

  bindCall(app, context, acceptCall, async ({ request, language, identify }) => {
    await acceptAgreement(context, { clientId: clientIdOf(await identify()), language, ...request });
    return done;
  });

  bindCall(app, context, savePushTokenCall, async ({ request, identify }) => {
    const caller = await identify();
    if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
    const { clientId, sessionId } = caller;
    await savePushToken(context, { clientId, sessionId, ...request });
    return done;
  });
}
