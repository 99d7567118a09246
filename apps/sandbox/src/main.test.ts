import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseConfig } from './config.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the process until it prints a line or ends. */
function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=source', main], {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...env },
    detached: true,
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const spoke = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(output);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  return { child, spoke, ended, output: () => output };
}

describe('the process', () => {
  test('prints its real address and stops on SIGTERM', async () => {
    const { child, spoke, ended } = run({});
    const line = await spoke;
    const url = /^sandbox ready (http:\/\/localhost:[1-9]\d+) smtp [1-9]\d+\n$/.exec(line)?.[1];
    expect((await fetch(`${url}/control/journal`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('Ctrl-C, which reaches all that it started too, writes down what just happened on Ethereum', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-sandbox-'));
    const { child, spoke, ended, output } = run({ SANDBOX_STATE_FILE: join(folder, 'sandbox.json') });
    const line = await spoke;
    const mine = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"blocks":1}' };
    expect((await fetch(`${line.split(' ')[2]}/control/chains/ethereum/mine`, mine)).status).toBe(200);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await ended, output()).toBe(0);
    expect(output()).toBe(line);
    expect(existsSync(join(folder, 'sandbox.json.ethereum'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  test.each(['SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])('a taken %s gives one clear line and code 1', async (name) => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = z.object({ port: z.number() }).parse(taken.address());
    const { ended, output } = run({ [name]: String(port) });
    expect(await ended).toBe(1);
    expect(output()).toBe(
      `sandbox: port ${port} is already in use; set SANDBOX_PORT or SANDBOX_SMTP_PORT to another one\n`,
    );
    taken.close();
  });

  test('wrong values are all named in one line', async () => {
    const { ended, output } = run({ SANDBOX_PORT: 'many', PRODUCT_URL: 'ftp://x', SANDBOX_BLOCK_SECONDS: '-1' });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^sandbox: .*SANDBOX_PORT.*PRODUCT_URL.*SANDBOX_BLOCK_SECONDS.*\n$/);
  });
});

describe('configuration', () => {
  test('has defaults, and the product is found by its port', () => {
    expect(parseConfig({})).toMatchObject({
      port: 4001,
      smtpPort: 4025,
      productUrl: 'http://localhost:4000',
      blockSeconds: 15,
      seed: 'causeway',
    });
    expect(parseConfig({ PORT: '5000', SANDBOX_URL: 'https://pay.example/', PRODUCT_URL: '' })).toMatchObject({
      productUrl: 'http://localhost:5000',
      publicUrl: 'https://pay.example',
    });
  });
});
