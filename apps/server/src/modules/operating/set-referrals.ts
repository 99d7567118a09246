import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readReferralSettings } from '../referral-rewards/settings.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

interface NewReferrals {
  firstPercent: number;
  secondPercent: number;
  /** Cents of EUR. */
  leastPayout: bigint;
  unverifiedMost: bigint;
  operator: string;
}

/**
 * What brings a reward from now on: orders finished before keep theirs. Only the owner of the tables may change it.
 *
 * @throws OperatorFault
 */
export async function setReferrals(
  context: Pick<AppContext, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  { operator, ...values }: NewReferrals,
): Promise<string> {
  if (values.firstPercent + values.secondPercent > 100)
    throw new OperatorFault('Both levels together get 100 percent of the service fee at most.');
  if (values.leastPayout === 0n) throw new OperatorFault('A payout needs a least amount.');
  const before = await describeReferrals(trx);
  await trx
    .insertInto('referralSettings')
    .values(values)
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(values))
    .execute();
  const after = await describeReferrals(trx);
  const details = { before, after };
  await recordAction(context, trx, { operator, action: 'referral_settings_changed', subject: 'referrals', details });
  return after;
}

/** The settings as a person reads them. */
export async function describeReferrals(executor: Executor): Promise<string> {
  const settings = await readReferralSettings(executor);
  if (settings === undefined) return 'There is no programme.';
  const { percents, leastPayout, unverifiedMost } = settings;
  const [least, most] = [leastPayout, unverifiedMost].map((cents) => formatUnits(cents, 'EUR'));
  return `${percents[1]} % and ${percents[2]} % of the service fee, paid from ${least} EUR; for clients whom nobody verified ${most} EUR a month`;
}
