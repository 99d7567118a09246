import { createPartnerSession } from '@causeway/contract/calls/create-partner-session';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { findPartner } from '../partners/find-partner.ts';
import type { Partner } from '../partners/partner.ts';
import { findSecretOwner } from '../partners/partner-secrets.ts';
import { createSession } from '../partner-sessions/partner-session.ts';
import { requireMintable } from './require-mintable.ts';

/** C-71. */
export function partnerSessionRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(
    app,
    context,
    createPartnerSession,
    async ({ request, authorization }) => {
      const { partnerKey, ...presets } = request;
      const { partner, keyId } = await requirePartner(context, authorization);
      if (partnerKey !== undefined && partnerKey !== partner.partnerKey) throw new Refusal(wrongKey);
      await requireMintable(context, partner, presets);
      const { sessionToken, expiresAt } = await createSession(context, { partner, keyId }, presets);
      return {
        success: toFlag(true),
        sessionToken,
        expiresAt: toUnixSeconds(expiresAt),
        errors: [],
      };
    },
    { authorize: (authorization) => requirePartner(context, authorization) },
  );
}

const wrongKey = { code: 'PARTNER_KEY_WRONG' } as const;

/**
 * The partner whose server made a call. @param isRead the call changes nothing, so that a key for reading is enough
 *
 * @throws Refusal PARTNER_KEY_WRONG
 */
export async function requirePartner(
  context: AppContext,
  authorization: string | undefined,
  isRead = false,
): Promise<{ partner: Partner; keyId: string }> {
  const owner = await findSecretOwner(context, authorization);
  const partner = owner === undefined ? undefined : await findPartner(context, owner.partnerKey);
  if (owner === undefined || partner === undefined) throw new Refusal(wrongKey);
  if (owner.readsOnly && !isRead) throw new Refusal({ ...wrongKey, values: { reach: 'read' } });
  return { partner, keyId: owner.keyId };
}
