import { presets, type Presets } from '@causeway/contract/shapes/presets';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { cleanPresets } from '../partners/clean-presets.ts';
import { hashSecret } from './session-token.ts';
import { selectByHandle } from './store.ts';

export interface PageSession {
  sessionId: string;
  presets: Presets;
}

/**
 * What a page was opened with, by what it got for its token.
 *
 * @throws Refusal PARTNER_SESSION_OVER when it is not there, over, or of another partner
 */
export async function findSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  handle: string,
  partnerKey: string,
): Promise<PageSession> {
  const row = await selectByHandle(db, hashSecret(handle), clock.now());
  if (row === undefined || row.partnerKey !== partnerKey) throw new Refusal({ code: 'PARTNER_SESSION_OVER' });
  return { sessionId: row.sessionId, presets: cleanPresets(presets.parse(row.presets)) };
}
