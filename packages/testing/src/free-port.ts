import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nothing listens on now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('there is no free port on 127.0.0.1'));
      });
    });
  });
}
