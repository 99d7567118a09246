import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { EthereumNetwork } from '../evm/ethereum-network.ts';
import { findAnvil } from '../evm/start-anvil.ts';
import type { World } from '../world.ts';

const saveMilliseconds = 2000;
const file = z.object({
  seed: z.string(),
  chain: z.object({
    state: z.string(),
    waiting: z.array(z.templateLiteral(['0x', z.string()])),
    addressCount: z.number(),
  }),
});

/**
 * Starts the world's Ethereum, from its file when there is one, and saves it every two seconds if something changed.
 * @returns what saves it once more, at the end
 */
export async function keepEthereum(world: World): Promise<() => Promise<void>> {
  const { config, journal, timers } = world;
  const program = findAnvil(config.anvil);
  if (program === undefined) {
    console.error('sandbox: there is no anvil for this platform, so there is no Ethereum; SANDBOX_ANVIL can name one');
    return async () => undefined;
  }
  const path = config.stateFile === undefined ? undefined : `${config.stateFile}.ethereum`;
  const settings = { program, seed: config.seed, journal, timers, blockSeconds: config.blockSeconds };
  const network = await EthereumNetwork.start(settings, path === undefined ? undefined : read(path, config.seed));
  world.ethereum = network;
  if (path === undefined) return async () => undefined;
  let written = network.changes;
  const save = async (): Promise<void> => {
    const { changes } = network;
    if (changes === written) return;
    written = changes;
    const text = JSON.stringify({ seed: config.seed, chain: await network.save() });
    mkdirSync(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  world.background.every(saveMilliseconds, () => {
    save().catch((error: unknown) => console.error('sandbox: the state of Ethereum was not written', error));
  });
  return save;
}

function read(path: string, seed: string): z.infer<typeof file>['chain'] | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const parsed = file.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.seed === seed) return parsed.chain;
  } catch {
    // Reported below: a broken file is treated like one of another seed.
  }
  console.error(`sandbox: the state in ${path} is of another seed or version; starting Ethereum anew`);
  return undefined;
}
