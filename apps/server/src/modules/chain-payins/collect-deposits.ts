import type { AppContext } from '../../context.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { collectFrom } from './collect-from.ts';
import { etherCode } from '../../providers/evm/token-address.ts';
import { exchangeAtMedian } from '../payouts/network-cost.ts';
import { followCollections } from './follow-collections.ts';
import { listToCollect } from './list-to-collect.ts';

/** Gas of a token's transfer, and of the ether that is sent to pay for it. */
const tokenGas = 86_000n;
const etherGas = 21_000n;
/** Who pays this many times what is brought home brings home nothing. */
const worthTimes = 2n;
/** Wei below which nobody looks, however cheap the chain is. */
const leastEther = 1_000_000_000_000_000n;

/** The least of each currency that is worth the gas of collecting it now, by its code. */
async function leastToCollect({ config, providers, rates }: AppContext): Promise<ReadonlyMap<string, bigint>> {
  const { maxFeePerGas } = await providers.evm.estimateFees();
  const ofEther = maxFeePerGas * etherGas * worthTimes;
  const least = new Map([[etherCode, ofEther > leastEther ? ofEther : leastEther]]);
  for (const { code } of config.ETHEREUM_TOKENS) {
    const gas = { currency: etherCode, amount: maxFeePerGas * tokenGas * worthTimes };
    const worth = exchangeAtMedian(rates, gas, code);
    if (worth !== undefined) least.set(code, worth);
  }
  return least;
}

/** Follows the collections under way, and begins those that are due. One address that cannot be collected holds up no other. */
export async function collectDeposits(context: AppContext): Promise<void> {
  await followCollections(context);
  if (!(await agreeWithChain(context, 'ethereum'))) return;
  await settleEach(context, await listToCollect(context.db, await leastToCollect(context)), {
    work: 'collect-deposits',
    nameOf: ({ address, currency }) => `${address} ${currency}`,
    settle: (source) => collectFrom(context, source),
  });
}
