import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A running anvil. */
export type Anvil = { url: string; stop: () => Promise<void> };

/** Used by this chain only, so that nothing signed for it is valid on any other. */
export const evmChainId = 424_242;

const startMilliseconds = 20_000;
// The pipe from our process closes when it ends in any manner; then the node ends too and no process is left.
const guard =
  'exec 3<&0; "$0" "$@" </dev/null & node=$!; (cat <&3 >/dev/null; kill "$node" 2>/dev/null) & wait "$node"';
const listening = /Listening on (127\.0\.0\.1:\d+)/;

/**
 * Where the anvil program is: named by the environment, or of the npm package of this platform; undefined when there is
 * none.
 */
export function findAnvil(path: string | undefined): string | undefined {
  if (path !== undefined) return path;
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    const file = createRequire(import.meta.url).resolve(
      `@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`,
    );
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Starts a node without accounts that mines on demand only, on any free port of this machine. */
export function startAnvil(program: string): Promise<Anvil> {
  const options = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(evmChainId)];
  const child = spawn('/bin/sh', ['-c', guard, program, ...options, '--no-mining', '--accounts', '0'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole process group: the node has to live until its last state is saved.
    detached: true,
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await gone;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`anvil did not start: ${reason} ${said.slice(-500)}`));
      void stop();
    };
    const timer = setTimeout(() => fail('it took too long.'), startMilliseconds);
    child.once('error', (error) => fail(error.message));
    child.once('close', () => fail('it ended.'));
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4000);
      const [, place] = listening.exec(said) ?? [];
      if (place === undefined) return;
      clearTimeout(timer);
      child.stdout.removeAllListeners('data').resume();
      resolve({ url: `http://${place}`, stop });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
  });
}
