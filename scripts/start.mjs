import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { buildProject } from './lib/build-project.mjs';
import { fundWallet } from './lib/fund-wallet.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { isParentAlive } from './lib/parent.mjs';
import { readPorts, requireFree } from './lib/ports.mjs';
import { root } from './lib/root.mjs';
import { readRunRecord, removeRunRecord, writeRunRecord } from './lib/run-record.mjs';
import { run } from './lib/run.mjs';
import { Fault, main } from './lib/step.mjs';
import { Supervisor } from './lib/supervisor.mjs';
import { announce } from './lib/announce.mjs';

const isDevelopment = process.argv.includes('--dev');
const supervisor = new Supervisor();
let isStopping = false;
let node = process.execPath;

await main(async () => {
  const started = Date.now();
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const isLive = process.env.ENVIRONMENT === 'live';
  const ports = readPorts(process.env);
  await claim(isLive ? { PORT: ports.PORT } : ports);
  node = await installPackages();
  await buildProject();
  await requireFree(isLive ? { PORT: ports.PORT } : ports, 0);
  watchForTheEnd();
  const failedEarly = await Promise.race([startAll(ports, isLive, started), supervisor.failure]);
  // The program's own output is right above; later it may be far up.
  if (failedEarly !== undefined) return stopAll(1, `Stopped: the ${failedEarly.name} ended with ${failedEarly.how}.`);
  const { name, how, lines } = await supervisor.failure;
  return stopAll(1, `The ${name} ended unexpectedly with ${how}. Its last words:\n${lines.slice(-8).join('\n')}`);
});

/** Refuses to start twice on one data directory, and gives a killed predecessor's programs a moment to end. */
async function claim(ports) {
  const record = readRunRecord();
  if (record?.isAlive) throw new Fault(`Causeway already runs here (process ${record.pid}).`);
  // The programs of a killed predecessor end within a second.
  if (record !== undefined) await sleep(1000);
  await requireFree(ports, record === undefined ? 0 : 8000);
  writeRunRecord();
}

async function startAll(ports, isLive, started) {
  const at = (name) => `http://127.0.0.1:${ports[name]}`;
  try {
    if (!isLive) {
      supervisor.start('sandbox', program('apps/sandbox'), { SANDBOX_STATE_FILE: stateFile() });
      await supervisor.waitUntilReady('sandbox', `${at('SANDBOX_PORT')}/control/journal`);
      supervisor.start('partner demo', program('apps/partner-demo'));
    }
    supervisor.start('server', program('apps/server'));
    if (isDevelopment) supervisor.start('widget', ['npm', 'run', 'watch', '--workspace=apps/widget']);
    await supervisor.waitUntilReady('server', `${at('PORT')}/readyz`);
    if (!isLive) {
      await supervisor.waitUntilReady('partner demo', `${at('PARTNER_DEMO_PORT')}/healthz`);
      await fundWallet(node, at('SANDBOX_PORT'));
    }
  } catch (error) {
    if (isStopping) return new Promise(() => {});
    await stopAll(1, error instanceof Fault ? error.message : error);
  }
  announce(ports, isLive, started);
  return undefined;
}

/**
 * The state of the simulated outside world is beside the product's own data, so that both are kept or lost together.
 */
function stateFile() {
  return process.env.SANDBOX_STATE_FILE || resolve(root, process.env.DATA_DIR || '.causeway', 'sandbox.json');
}

/** The built program, or in development the sources, with a restart at every change. */
function program(folder) {
  return isDevelopment
    ? [node, '--watch', '--conditions=source', `${folder}/src/main.ts`]
    : // What an order needs for a moment is gone before the small standard room is looked through: a shorter tail under load.
      [node, '--max-semi-space-size=64', `${folder}/dist/main.js`];
}

function watchForTheEnd() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (isStopping) return;
      console.log(`\nStopping (${signal})`);
      void stopAll(signal === 'SIGINT' ? 130 : 143);
    });
  }
  setInterval(() => {
    if (!isStopping && !isParentAlive()) void stopAll(1, 'The process that started this was killed: stopping.');
  }, 300).unref();
}

async function stopAll(code, reason) {
  isStopping = true;
  if (reason !== undefined) console.error(reason);
  await supervisor.stop();
  await stopOrphanedDatabase();
  removeRunRecord();
  process.exit(code);
}

/** A server that crashed could not stop its database. */
async function stopOrphanedDatabase() {
  const module = pathToFileURL(join(root, 'packages', 'embedded-postgres', 'dist', 'stop-embedded-postgres.js')).href;
  if (process.env.DATABASE_URL || !existsSync(new URL(module))) return;
  const directory = resolve(root, process.env.DATA_DIR || '.causeway', 'postgres');
  const code = `const { stopEmbeddedPostgres } = await import(${JSON.stringify(module)}); await stopEmbeddedPostgres(${JSON.stringify(directory)});`;
  await run(node, ['--input-type=module', '--eval', code]);
}
