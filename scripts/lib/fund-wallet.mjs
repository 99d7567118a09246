import { join } from 'node:path';

import { root } from './root.mjs';
import { run } from './run.mjs';
import { Fault, tail } from './step.mjs';

/** Blocks after which the product takes coins for its own. */
const settled = { bitcoin: 6, ethereum: 1 };

/** Initial coins of the hot wallets on the sandbox's chains. */
const funding = {
  bitcoin: [['BTC', '5']],
  ethereum: [
    ['ETH', '100'],
    ['USDT', '250000'],
    ['USDC', '250000'],
    ['DAI', '250000'],
    ['LINK', '20000'],
  ],
};

/** Sends coins of the sandbox's chains to those of the product's hot wallets that never had any. */
export async function fundWallet(node, sandboxUrl) {
  const chains = Object.entries(funding);
  const addresses = await Promise.all(chains.map(([chain]) => findAddress(node, chain)));
  for (const [index, [chain, assets]] of chains.entries()) {
    const address = addresses[index];
    let isSent = false;
    for (const [asset, amount] of assets) {
      const { received } = await call(
        sandboxUrl,
        'GET',
        `/control/chains/${chain}/addresses/${address}?asset=${asset}`,
      );
      if (Number(received) > 0) continue;
      await call(sandboxUrl, 'POST', `/control/chains/${chain}/send`, { address, asset, amount });
      isSent = true;
    }
    if (isSent) await call(sandboxUrl, 'POST', `/control/chains/${chain}/mine`, { blocks: settled[chain] });
  }
}

async function findAddress(node, chain) {
  const program = join(root, 'apps', 'server', 'dist', 'cli', 'print-wallet-address.js');
  const { code, output } = await run(node, [program, chain]);
  const address = output.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !/^(?:bcrt1|0x)/.test(address))
    throw new Fault(`The address of the hot wallet on ${chain} is unknown:\n${tail(output, 5)}`);
  return address;
}

async function call(base, method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  // Without a node for this platform the sandbox plays no Ethereum, and everything else goes on.
  if (response.status === 503) return { received: '1' };
  if (!response.ok) throw new Fault(`The sandbox answered ${response.status} to ${path}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}
