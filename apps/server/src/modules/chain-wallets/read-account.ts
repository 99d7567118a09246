import type { AppContext } from '../../context.ts';
import type { EvmFees } from '../../providers/evm/port.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';
import { numberName } from './ethereum-spends.ts';
import type { UnknownSpend } from './own-spends.ts';

/** A transfer to be made; `amount` in smallest units of `currency`. */
export interface Movement {
  sender: string;
  recipient: string;
  currency: string;
  amount: bigint;
}

/** The node's data about an account before it signs. */
export interface AccountReading {
  fees: EvmFees;
  gasLimit: bigint;
  /** Transactions of it in blocks. */
  mined: number;
  ether: bigint;
  /** Its amount of the currency to be moved. */
  funds: bigint;
  readAt: Date;
}

/** A block can come between the balance and its time. */
const marginMs = 10_000;

/**
 * Reads from the node everything that signing a movement needs.
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
  // A node cannot estimate the gas of a transfer that exceeds the account's balance.
  const gasLimit = funds < movement.amount ? tokenGasMost : await evm.estimateGas({ ...movement, token });
  return { fees, gasLimit, mined, ether, funds, readAt };
}

const tokenGasMost = 200_000n;

/**
 * The numbers of the wallet that an unknown transaction has used: its own; of one that the node does not show, all of
 * them since the last one of the books or in a block.
 *
 * @throws ProviderError
 */
export async function listNumbers(
  { db, providers }: AppContext,
  address: string,
  { subject, details }: UnknownSpend,
): Promise<number[]> {
  if (!subject.startsWith(numberName)) return details.nonce === undefined ? [] : [details.nonce];
  const mined = await providers.evm.getNonce(address);
  const books = await db.selectFrom('accountNonces').select('nextNonce').where('address', '=', address).execute();
  const first = Math.max(mined, ...books.map(({ nextNonce }) => Number(nextNonce)));
  const count = Number(subject.slice(numberName.length)) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_unused, place) => first + place);
}
