import { throughPort } from './through-port.ts';
import { connect, createServer, type Socket } from 'node:net';

/** What a pooler does to a setting that a connection asks for at its start. */
export type PoolerManner = 'drops settings' | 'refuses settings';

/** A stand-in for a pooler. */
export interface ConnectionPooler {
  /** Connection string that goes through it. */
  url: string;
  close(): Promise<void>;
}

const setting = 'idle_in_transaction_session_timeout';

/**
 * Stands for PgBouncer at the start of a connection: it refuses a setting that it does not know, or, set to ignore it
 * (`ignore_startup_parameters`), connects without it. After that it forwards everything.
 */
export async function startPooler(databaseUrl: string, manner: PoolerManner): Promise<ConnectionPooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', (first: Buffer) => {
      if (manner === 'refuses settings' && first.includes(setting)) {
        client.end(refusal(`unsupported startup parameter: ${setting}`));
        return;
      }
      const database = connect(Number(target.port), target.hostname);
      sockets.add(database);
      database.on('error', () => client.destroy());
      database.write(withoutSetting(first));
      client.pipe(database).pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: throughPort(databaseUrl, address !== null && typeof address === 'object' ? address.port : 0),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The first message of a connection: its length, the protocol, then names and values, each ended by a zero. */
function withoutSetting(first: Buffer): Buffer {
  const start = first.indexOf(setting);
  if (start < 0) return first;
  const end = first.indexOf(0, start + setting.length + 1) + 1;
  const rest = Buffer.concat([first.subarray(0, start), first.subarray(end)]);
  rest.writeInt32BE(rest.length, 0);
  return rest;
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  return Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), fields]);
}
