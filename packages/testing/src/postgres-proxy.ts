import { connect, createServer, type Socket } from 'node:net';
import type { EffectWatch } from './effect-watch.ts';

/** A way to PostgreSQL that tells the watch of every commit. */
export interface PostgresProxy {
  /** Connection string that goes through the proxy. */
  url: string;
  /** How many statements have passed since it started. */
  countStatements(): number;
  close(): Promise<void>;
}

const writePattern = /^\s*(?:with\b[\s\S]*?\b)?(insert into|update|delete from)\s+"?([\w]+)"?(?:\."?(\w+)"?)?/i;

/** Listens on a free port and forwards to the database, message by message. */
export async function startPostgresProxy(databaseUrl: string, watch: EffectWatch): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let statements = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    new Session(client, database, watch, () => (statements += 1)).start();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(address !== null && typeof address === 'object' ? address.port : 0);
  url.hostname = '127.0.0.1';
  return {
    url: url.href,
    countStatements: () => statements,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** One connection: follows which tables the open transaction has written, and holds commits for the watch. */
class Session {
  readonly #client: Socket;
  readonly #database: Socket;
  readonly #watch: EffectWatch;
  readonly #count: () => void;
  #pending: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #inTransaction = false;
  #tables = new Set<string>();
  #work: Promise<void> = Promise.resolve();
  #afterReply: (() => Promise<boolean>) | undefined;

  constructor(client: Socket, database: Socket, watch: EffectWatch, count: () => void) {
    this.#count = count;
    this.#client = client;
    this.#database = database;
    this.#watch = watch;
  }

  start(): void {
    this.#client.on('data', (chunk: Buffer) => {
      this.#work = this.#work.then(() => this.#readClient(chunk));
    });
    this.#database.on('data', (chunk: Buffer) => {
      this.#work = this.#work.then(() => this.#readDatabase(chunk));
    });
  }

  async #readDatabase(chunk: Buffer): Promise<void> {
    const after = this.#afterReply;
    this.#afterReply = undefined;
    if (after === undefined || (await after())) this.#client.write(chunk);
  }

  async #readClient(chunk: Buffer): Promise<void> {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    for (let message = this.#take(); message !== undefined; message = this.#take()) {
      if (!(await this.#forward(message))) return;
    }
  }

  #take(): Buffer | undefined {
    const header = this.#isStarted ? 1 : 0;
    if (this.#pending.length < header + 4) return undefined;
    const length = header + this.#pending.readInt32BE(header);
    if (this.#pending.length < length) return undefined;
    const message = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    this.#isStarted = true;
    return message;
  }

  async #forward(message: Buffer): Promise<boolean> {
    const label = this.#note(message);
    if (label === undefined) {
      this.#database.write(message);
      return true;
    }
    if (!(await this.#watch.before({ label }))) return false;
    this.#afterReply = () => this.#watch.after({ label });
    this.#database.write(message);
    return true;
  }

  /** The label of the effect that this message is, if it is one. */
  #note(message: Buffer): string | undefined {
    const text = readStatement(message);
    if (text === undefined) return undefined;
    this.#count();
    const word = text.trim().toLowerCase();
    if (word.startsWith('begin') || word.startsWith('start transaction')) {
      this.#inTransaction = true;
      this.#tables.clear();
    } else if (word.startsWith('rollback')) this.#inTransaction = false;
    else if (word.startsWith('commit')) {
      this.#inTransaction = false;
      return this.#tables.size === 0 ? undefined : `commit ${[...this.#tables].toSorted().join(', ')}`;
    } else {
      const [, , schema = '', table = ''] = writePattern.exec(text) ?? [];
      const name = table === '' ? schema : `${schema}.${table}`;
      if (name === '' || name.startsWith('pgboss')) return undefined;
      if (!this.#inTransaction) return message[0] === 0x51 ? `commit ${name}` : undefined;
      this.#tables.add(name);
    }
    return undefined;
  }
}

/** The SQL of a simple query or of a parse message. */
function readStatement(message: Buffer): string | undefined {
  if (message[0] === 0x51) return message.toString('utf8', 5, message.length - 1);
  if (message[0] !== 0x50) return undefined;
  const nameEnd = message.indexOf(0, 5);
  return message.toString('utf8', nameEnd + 1, message.indexOf(0, nameEnd + 1));
}
