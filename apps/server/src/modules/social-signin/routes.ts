import { startOauthSignin } from '@causeway/contract/calls/start-oauth-signin';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { issueNonce } from './store.ts';

/** Begins a sign-in with an external provider: C-07d. The token itself comes with C-07. */
export function socialSigninRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, startOauthSignin, async () => ({ success: toFlag(true), nonce: await issueNonce(context) }));
}
