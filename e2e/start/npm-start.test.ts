import { createServer, type Server } from 'node:net';
import { constants } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../campaign/eventually.ts';
import { findProcesses, findTakenPorts, makeInstallation, npmStart, start, type Installation } from './npm-start.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await makeInstallation();
});

afterAll(() => installation?.remove());

async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  const text = await response.text();
  expect(response.status, `${url} ${text.slice(0, 200)}`).toBe(200);
  return text;
}

test('npm start prints three addresses that answer, refuses a second start, and Ctrl-C leaves nothing behind', async () => {
  const { ports } = installation;
  const running = await npmStart(installation);
  try {
    let hasEnded = false;
    void running.ended.then(() => (hasEnded = true));
    await eventually(
      'it is ready',
      async () => running.logs().includes('Ctrl-C stops everything.') || hasEnded || undefined,
      300_000,
    );
    const addressOf = (name: string) => new RegExp(`^  ${name} +(http://\\S+)$`, 'm').exec(running.logs())?.[1];
    const [product, sandbox, shop] = [addressOf('Product'), addressOf('Sandbox'), addressOf('Partner demo')];
    expect([product, sandbox, shop], running.logs()).toEqual([
      `http://localhost:${ports.PORT}`,
      `http://localhost:${ports.SANDBOX_PORT}`,
      `http://localhost:${ports.PARTNER_DEMO_PORT}`,
    ]);
    expect(await read(`${product}/`)).toContain('<div id="root">');
    await read(`${product}/readyz`);
    const licences = await read(`${product}/licences.txt`);
    for (const name of ['react\n', 'zustand\n', 'lucide-static\n', 'SIL OPEN FONT LICENSE'])
      expect(licences).toContain(name);
    expect(await read(`${product}/assets/OFL.txt`)).toContain('SIL OPEN FONT LICENSE');
    expect(await read(`${sandbox}/`)).toContain('Sandbox');
    expect(await read(`${shop}/`)).toContain('causeway.js');
    const second = await start(installation);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.logs()).toMatch(/^Causeway already runs here \(process \d+\)\.\n$/);
    if (process.platform === 'linux')
      for (const program of ['start.mjs', 'sandbox/dist', 'server/dist', 'partner-demo/dist', 'postgres', 'anvil'])
        expect((await findProcesses(installation)).join('\n')).toContain(program);
  } finally {
    const asked = Date.now();
    // A terminal sends it to npm, its shell and the script, but not to process groups that the script has made.
    const { code, signal } = await running.kill('SIGINT');
    // npm ends by the signal itself, which a shell also reports as 130.
    expect(code ?? 128 + constants.signals[signal ?? 'SIGHUP'], running.logs()).toBe(130);
    expect(Date.now() - asked).toBeLessThan(15_000);
    expect(running.logs()).toContain('Stopping (SIGINT)');
    expect(await findProcesses(installation)).toEqual([]);
    expect(await findTakenPorts(installation)).toEqual([]);
  }
});

describe('a start that cannot be says why in one line, ends with code 1, and leaves nothing behind', () => {
  let squatter: Server;
  let other: Installation;

  beforeAll(async () => {
    other = await makeInstallation();
    squatter = createServer();
  });

  afterAll(async () => {
    squatter.close();
    await other?.remove();
  });

  test('a taken port', async () => {
    const port = other.ports.PARTNER_DEMO_PORT;
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    const { ended, logs } = await start(other);
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(logs()).toBe(`The port ${port} is taken. Stop what uses it, or set PARTNER_DEMO_PORT to another one.\n`);
    await new Promise((resolve) => squatter.close(resolve));
    expect(await findProcesses(other)).toEqual([]);
  });

  test('a port that is no number', async () => {
    const { ended, logs } = await start(other, { SANDBOX_SMTP_PORT: 'many' });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(logs()).toBe('SANDBOX_SMTP_PORT must be a whole number from 1 to 65535, not "many".\n');
  });

  test('a database that cannot be reached', async () => {
    const { ended, logs } = await start(other, { DATABASE_URL: 'postgres://nobody:wrong@127.0.0.1:1/none' });
    expect(await ended).toEqual({ code: 1, signal: null });
    const said = logs().trimEnd().split('\n');
    expect(said.filter((line) => line.startsWith('server'))).toEqual([
      'server       | DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    ]);
    expect(said.at(-1)).toBe('Stopped: the server ended with code 1.');
    // No other process prints a line about it.
    expect(
      said.filter(
        (line) => !/^(?:sandbox +\| sandbox ready|partner demo \| Partner demo:|The .+ is still starting) /.test(line),
      ),
    ).toHaveLength(2);
    expect(await findProcesses(other)).toEqual([]);
    expect(await findTakenPorts(other)).toEqual([]);
  });
});
