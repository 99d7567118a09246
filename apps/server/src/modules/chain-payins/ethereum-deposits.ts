import { tokenCurrency } from '../../providers/evm/token-address.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import type { Candidate, DepositChain } from './deposit-chain.ts';
import { bookFirstFunding, findContractEther, isContractEther, readContractEther } from './contract-ether.ts';

/**
 * Deposits on Ethereum: ether that transactions carry, and transfers of the known tokens. Ether sent by a contract is
 * found by balances.
 */
export const ethereumDeposits: DepositChain = {
  name: 'ethereum',
  getHeight: ({ providers }) => providers.evm.getHeight(),
  findInBlocks: async ({ providers }, from, to) => {
    const found: Candidate[] = await providers.evm.findTokenTransfers(from, to);
    for (let height = from; height <= to; height += 1)
      found.push(...((await providers.evm.getBlock(height))?.candidates ?? []));
    return found;
  },
  findWaiting: async ({ providers }) => (await providers.evm.getBlock('pending'))?.candidates ?? [],
  read: async (context, txid) => {
    if (isContractEther(txid)) return readContractEther(context, txid);
    const { providers, config } = context;
    const found = await providers.evm.getTransaction(txid);
    if (found === undefined || found.isFailed) return undefined;
    const payments = found.transfers.flatMap(({ place, token, recipient, amount }) => {
      const currency = tokenCurrency(config, token);
      return currency === undefined ? [] : [{ place, currency, recipient, amount }];
    });
    return { senders: [found.sender], confirmations: found.confirmations, blockHash: found.blockHash, payments };
  },
  begin: bookFirstFunding,
  findUnlisted: findContractEther,
  fundingAddress: ({ config }) => hotWallet(config).address,
};
