import { chainNames, isChain } from '../config/config-chains.ts';
import { readSettings } from './run-program.ts';
import { walletAddress } from '../modules/chain-wallets/wallets.ts';

// Prints the chain address that payouts are funded from: of the chain named by the argument, or Bitcoin.
try {
  const config = readSettings();
  const [chain = 'bitcoin'] = process.argv.slice(2);
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}. There are ${chainNames.join(', ')}.`);
  process.stdout.write(`${walletAddress(config, chain)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
