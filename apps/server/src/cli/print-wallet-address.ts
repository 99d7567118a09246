import { readConfig } from '../config/config.ts';
import { createWallet } from '../providers/bitcoin/wallet.ts';
import { createEvmWallet } from '../providers/evm/wallet.ts';

// Prints the chain address that payouts are funded from: of the chain named by the argument, or Bitcoin.
try {
  const config = readConfig(process.env);
  const [chain = 'bitcoin'] = process.argv.slice(2);
  const wallet = chain === 'ethereum' ? createEvmWallet(config.ETHEREUM_WALLET_KEY, config) : createWallet(config);
  process.stdout.write(`${wallet.address}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
