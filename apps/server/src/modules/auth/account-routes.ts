import { changePassword as changePasswordCall } from '@causeway/contract/calls/change-password';
import { endSession as endSessionCall } from '@causeway/contract/calls/end-session';
import { getBiometricToken } from '@causeway/contract/calls/get-biometric-token';
import { listSessions as listSessionsCall } from '@causeway/contract/calls/list-sessions';
import { requestRecovery as requestRecoveryCall } from '@causeway/contract/calls/request-recovery';
import { resetPassword as resetPasswordCall } from '@causeway/contract/calls/reset-password';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { logChange } from '../clients/queue-security-email.ts';
import { requirePasswordPlace } from '../clients/passwords/password.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { endSessions, holdSession } from '../sessions/end-sessions.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { changePassword, resetPassword } from './change-password.ts';
import { requestRecovery } from './send-recovery.ts';
import { issueBiometricToken } from './sign-in-by-biometrics.ts';
import { endCredential, listCredentials } from './list-credentials.ts';
import { listSessions } from './list-sessions.ts';
import { sessionOf } from './tokens.ts';

const done = { success: toFlag(true), errors: [] };

/** Sign-in settings of a client: C-08, C-09, C-12, C-62, and where the client is signed in. */
export function accountRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, requestRecoveryCall, async ({ request, language, ip, requestId }) => {
    logSecurityEvent(context, 'recovery_asked', { email: request.email, ip, requestId });
    await requestRecovery(context, { ...request, language, ip });
    return done;
  });

  bindCall(app, context, resetPasswordCall, async ({ request, language }) => {
    requirePasswordPlace();
    await resetPassword(context, { ...request, language });
    return done;
  });

  bindCall(app, context, changePasswordCall, async ({ request, identify }) => {
    const tokens = await changePassword(context, { ...sessionOf(await identify()), ...request });
    return { ...done, ...tokens };
  });

  bindCall(app, context, getBiometricToken, async ({ request, ip, requestId, identify }) => {
    const { clientId, sessionId } = sessionOf(await identify());
    const { deviceId, deviceName, password, code } = request;
    const issued = await asOwner(context, 'get a biometric token', { clientId, password, code }, async (trx) => {
      await holdSession(trx, sessionId, context.clock.now());
      await completeAct(context, trx, 'get a biometric token', { clientId, device: deviceName ?? '' });
      return issueBiometricToken(context, trx, { clientId, deviceId, sessionId });
    });
    logSecurityEvent(context, 'biometric_issued', { clientId, ip, requestId });
    return { ...done, ...issued };
  });

  bindCall(app, context, listSessionsCall, async ({ identify }) => {
    const asked = sessionOf(await identify());
    const { clientId } = asked;
    return {
      success: toFlag(true),
      sessions: await listSessions(context, asked),
      credentials: await listCredentials(context.db, { clientId, now: context.clock.now() }),
    };
  });

  bindCall(app, context, endSessionCall, async ({ request, ip, requestId, identify }) => {
    const { clientId, sessionId } = sessionOf(await identify());
    const { credentialId } = request;
    if (credentialId !== undefined) {
      const which = { clientId, sessionId, id: credentialId, now: context.clock.now() };
      const { count } = await context.db.transaction().execute(async (trx) => {
        const ended = await endCredential(trx, which);
        if (ended === undefined) throw new Refusal({ code: 'NOT_FOUND' });
        if (ended.kind === 'login') logChange(context, trx, { clientId, reason: 'login-removed' });
        return ended;
      });
      logSecurityEvent(context, 'sessions_ended', { clientId, count, reason: 'by the client', ip, requestId });
      return done;
    }
    const which = request.isOthers === true ? { except: sessionId } : { only: request.id ?? '' };
    if (which.only === '') throw new Refusal({ code: 'REQUIRED', field: 'id' });
    const asked = { clientId, reason: 'ended elsewhere', now: context.clock.now(), ...which } as const;
    const count = await context.db.transaction().execute((trx) => endSessions(trx, asked));
    if (count > 0)
      logSecurityEvent(context, 'sessions_ended', { clientId, count, reason: 'by the client', ip, requestId });
    if (count === 0 && request.isOthers !== true) throw new Refusal({ code: 'NOT_FOUND' });
    return done;
  });
}
