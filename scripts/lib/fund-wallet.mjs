import { join } from 'node:path';

import { root } from './root.mjs';
import { run } from './run.mjs';
import { Fault, tail } from './step.mjs';

/** Gives the product's hot wallet coins of the sandbox's chain to pay out, when it never had any. */
export async function fundWallet(node, sandboxUrl) {
  const { code, output } = await run(node, [join(root, 'apps', 'server', 'dist', 'cli', 'print-wallet-address.js')]);
  const address = output.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !address.startsWith('bcrt1'))
    throw new Fault(`The address of the hot wallet is unknown:\n${tail(output, 5)}`);
  const { received } = await call(sandboxUrl, 'GET', `/control/chains/bitcoin/addresses/${address}`);
  if (Number(received) > 0) return;
  await call(sandboxUrl, 'POST', '/control/chains/bitcoin/send', { address, amount: '5' });
  await call(sandboxUrl, 'POST', '/control/chains/bitcoin/mine', { blocks: 1 });
}

async function call(base, method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Fault(`The sandbox answered ${response.status} to ${path}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}
