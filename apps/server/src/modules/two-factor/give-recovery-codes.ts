import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { replaceRecoveryCodes } from './store.ts';

/** New recovery codes; whatever there were before end. */
export async function giveRecoveryCodes(
  context: Pick<AppContext, 'config' | 'clock' | 'random'>,
  trx: Executor,
  clientId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes(context.random);
  const hashes = codes.flatMap((each) => hashRecoveryCode(context.config, clientId, each) ?? []);
  await replaceRecoveryCodes(trx, clientId, hashes, context.clock.now());
  return codes;
}
