import { readConfig } from '../config.ts';
import { createWallet } from '../providers/bitcoin/wallet.ts';

// Prints where coins for pay-outs are to be sent.
try {
  const { BITCOIN_WALLET_KEY, BITCOIN_NETWORK } = readConfig(process.env);
  process.stdout.write(`${createWallet(BITCOIN_WALLET_KEY, BITCOIN_NETWORK).address}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
