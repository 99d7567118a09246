import type { AppContext } from '../../context.ts';
import type { EvmFees } from '../../providers/evm/port.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';

/** What is to be moved; `amount` in smallest units of `currency`. */
export interface Movement {
  sender: string;
  recipient: string;
  currency: string;
  amount: bigint;
}

/** What the node says of an account before it signs. */
export interface AccountReading {
  fees: EvmFees;
  gasLimit: bigint;
  /** Transactions of it in blocks. */
  mined: number;
  ether: bigint;
  /** What it has of the currency to be moved. */
  funds: bigint;
  readAt: Date;
}

/** A block can come between the balance and its time. */
const marginMs = 10_000;

/**
 * Asks the node everything that signing a movement needs.
 *
 * @throws ProviderError; refused with `reverted` when the movement would fail in the chain
 */
export async function readAccount(
  { providers, config, clock }: AppContext,
  movement: Movement,
): Promise<AccountReading> {
  const { evm } = providers;
  const { sender } = movement;
  const token = tokenAddress(config, movement.currency);
  const readAt = new Date(clock.now().getTime() - marginMs);
  const [fees, mined, ether, funds] = [
    await evm.estimateFees(),
    await evm.getNonce(sender),
    await evm.getBalance(sender, ''),
    await evm.getBalance(sender, token),
  ];
  // A node cannot tell what a transfer takes that the account has too little for.
  const gasLimit = funds < movement.amount ? tokenGasMost : await evm.estimateGas({ ...movement, token });
  return { fees, gasLimit, mined, ether, funds, readAt };
}

const tokenGasMost = 200_000n;
