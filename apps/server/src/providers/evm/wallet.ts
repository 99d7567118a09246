import { encodeFunctionData, erc20Abi, getAddress, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Config } from '../../config/config.ts';
import type { EvmFees } from './port.ts';

/** Everything that determines a transfer's bytes. */
export interface TransferToSign extends EvmFees {
  nonce: number;
  gasLimit: bigint;
  recipient: string;
  /** Contract of the token, or empty for ether. */
  token: string;
  amount: bigint;
}

/** An account that can sign. */
export interface EvmWallet {
  readonly address: string;
  /** The transfer's bytes and the id they have in the chain. */
  sign(transfer: TransferToSign): Promise<{ txid: string; rawTransaction: string }>;
}

/** @param key the private key, 64 hexadecimal digits */
export function createEvmWallet(
  key: string,
  { ETHEREUM_CHAIN_ID: chainId }: Pick<Config, 'ETHEREUM_CHAIN_ID'>,
): EvmWallet {
  const account = privateKeyToAccount(`0x${key}`);
  return {
    address: account.address,
    sign: async ({ nonce, gasLimit, recipient, token, amount, maxFeePerGas, maxPriorityFeePerGas }) => {
      const to = getAddress(recipient);
      const call =
        token === ''
          ? { to, value: amount }
          : {
              to: getAddress(token),
              value: 0n,
              data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
            };
      const rawTransaction = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas: gasLimit,
        maxFeePerGas,
        maxPriorityFeePerGas,
        ...call,
      });
      return { txid: keccak256(rawTransaction), rawTransaction };
    },
  };
}
