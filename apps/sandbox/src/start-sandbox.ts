import type { SMTPServer } from 'smtp-server';
import { createApp } from './app.ts';
import type { SandboxConfig } from './config.ts';
import { parseConfig } from './config.ts';
import { createSmtpServer } from './mail/smtp-server.ts';
import { keepEthereum } from './state/keep-ethereum.ts';
import { keepState } from './state/state-file.ts';
import { createWorld } from './world.ts';

export type RunningSandbox = {
  /** Base address, without a slash at the end. */
  url: string;
  smtpPort: number;
  close: () => Promise<void>;
};

/** Starts every provider. Without options: any free ports, blocks on demand only. Rejects when a port is taken. */
export async function startSandbox(options: Partial<SandboxConfig> = {}): Promise<RunningSandbox> {
  const config: SandboxConfig = { ...parseConfig({}), port: 0, smtpPort: 0, blockSeconds: 0, ...options };
  const world = createWorld(config);
  let save = (): void => undefined;
  let saveEthereum = async (): Promise<void> => undefined;
  const app = createApp(world);
  const smtp = createSmtpServer(world);
  const close = async (): Promise<void> => {
    world.timers.stop();
    world.background.stop();
    save();
    await saveEthereum();
    await world.ethereum?.close();
    await Promise.all([app.close(), new Promise<void>((resolve) => smtp.close(resolve))]);
  };
  try {
    saveEthereum = await keepEthereum(world);
    await app.listen({ port: config.port, host: '127.0.0.1' });
    const url = `http://localhost:${portOf(app.server.address())}`;
    world.publicUrl = config.publicUrl ?? url;
    if (config.stateFile !== undefined) save = keepState(world, config.stateFile);
    return { url, smtpPort: await listenSmtp(smtp, config.smtpPort), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

function listenSmtp(smtp: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(port, '127.0.0.1', () => resolve(portOf(smtp.server.address())));
  });
}

function portOf(address: string | { port: number } | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
