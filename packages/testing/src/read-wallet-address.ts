import type { Chain } from './sandbox-driver.ts';
import { startProcess } from './start-process.ts';

/** The address of a hot wallet, as the server's own program prints it. `env`: of the server. */
export async function readWalletAddress(chain: Chain, env: Readonly<Record<string, string>>): Promise<string> {
  const program = await startProcess({
    name: `wallet address on ${chain}`,
    entry: 'apps/server/dist/cli/print-wallet-address.js',
    parameters: [chain],
    env,
  });
  const { code } = await program.ended;
  if (code !== 0) throw new Error(`The wallet's address on ${chain} was not printed:\n${program.logs()}`);
  return program.output().trim();
}
