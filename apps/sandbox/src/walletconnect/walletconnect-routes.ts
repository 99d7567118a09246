import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { read } from '../web/read.ts';
import type { World } from '../world.ts';
import { Relay, relayPath } from './relay.ts';
import { SandboxWallet, walletHabits } from './wallet.ts';

const connection = z.object({
  uri: z.string().startsWith('wc:').max(2000),
  habit: z.enum(walletHabits).default('pays'),
});

/** The relay of WalletConnect, and a wallet that pages can be connected with by a control call. */
export function walletConnectRoutes(app: FastifyInstance, world: World): void {
  const relay = new Relay();
  const relayUrl = (): string => {
    const address = app.server.address();
    return `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}${relayPath}`;
  };
  const wallet = new SandboxWallet(relayUrl, () => world.ethereum);
  relay.listen(app.server);
  app.addHook('preClose', async () => {
    await wallet.close();
    relay.close();
  });
  app.post('/control/walletconnect/connect', async (request) => {
    const { uri, habit } = read(connection, request.body);
    await wallet.connect(uri.trim(), habit);
    return { habit };
  });
  app.get('/control/walletconnect', async () => ({ asked: wallet.asked, heard: relay.heard }));
}
