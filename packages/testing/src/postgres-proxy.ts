import { connect, createServer, type Socket } from 'node:net';
import type { AfterEffect, OutsideWatch } from './effect-watch.ts';
import { throughPort } from './through-port.ts';

/** A proxy to PostgreSQL that reports every commit to the watch. */
export interface PostgresProxy {
  /** Connection string that goes through the proxy. */
  url: string;
  close(): Promise<void>;
}

const writePattern = /^\s*(?:with\b[\s\S]*?\b)?(insert into|update|delete from)\s+"?([\w]+)"?(?:\."?(\w+)"?)?/i;

/** The command tag of a statement that has changed nothing. */
const idleTag = /(?:UPDATE|DELETE|INSERT 0) 0\0/;

/** Listens on a free port and forwards to the database, message by message. */
export async function startPostgresProxy(databaseUrl: string, watch: OutsideWatch): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      // Messages are forwarded one by one; the system must not wait for more.
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    new Session(client, database, watch).start();
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

/** One connection: follows what the open transaction has written, and holds commits for the watch. */
class Session {
  readonly #client: Socket;
  readonly #database: Socket;
  readonly #watch: OutsideWatch;
  #pending: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #inTransaction = false;
  #written = new Set<string>();
  #said: string[] = [];
  readonly #statements = new Map<string, string>();
  #work: Promise<void> = Promise.resolve();
  #afterReply: AfterEffect | undefined;

  constructor(client: Socket, database: Socket, watch: OutsideWatch) {
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
    if (after === undefined || (await after({ isIdle: idleTag.test(chunk.toString('latin1')) })))
      this.#client.write(chunk);
  }

  async #readClient(chunk: Buffer): Promise<void> {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
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
    if (this.#record(message)) {
      const effect = { label: [...this.#written].toSorted().join(', '), said: this.#said };
      this.#forget();
      const after = await this.#watch.before(effect);
      if (after === undefined) return false;
      this.#afterReply = after;
    }
    this.#database.write(message);
    return true;
  }

  /** Records a message. @returns whether it commits something */
  #record(message: Buffer): boolean {
    const kind = message[0];
    if (kind === bindMessage) this.#said.push(...readParameters(message));
    if (kind === parseMessage) this.#learn(message);
    // A statement outside a transaction is committed when its client requests the result.
    if (kind === syncMessage) return this.#endStatement();
    const text = this.#readStatement(message);
    if (text === undefined) return false;
    const isSimple = kind === queryMessage;
    if (isSimple) this.#said.push(text);
    return this.#recordStatement(text) || (isSimple && this.#endStatement());
  }

  /** A statement's text comes once for a connection; later messages use its name. */
  #learn(message: Buffer): void {
    const nameEnd = message.indexOf(0, 5);
    const text = message.toString('utf8', nameEnd + 1, message.indexOf(0, nameEnd + 1));
    this.#statements.set(message.toString('latin1', 5, nameEnd), text);
  }

  /** The SQL that a simple query or a bind message has carried out. */
  #readStatement(message: Buffer): string | undefined {
    if (message[0] === queryMessage) return message.toString('utf8', 5, message.length - 1);
    if (message[0] !== bindMessage) return undefined;
    const portalEnd = message.indexOf(0, 5);
    return this.#statements.get(message.toString('latin1', portalEnd + 1, message.indexOf(0, portalEnd + 1)));
  }

  /** @returns whether the statement commits something */
  #recordStatement(text: string): boolean {
    const words = text.trim().toLowerCase();
    if (/^(?:begin|start transaction)/.test(words)) {
      // The job queue's own maintenance comes as one text with its own begin and commit.
      this.#inTransaction = !/commit;?$/.test(words);
      this.#forget();
    } else if (words.startsWith('rollback')) {
      this.#inTransaction = false;
      this.#forget();
    } else if (words.startsWith('commit')) {
      this.#inTransaction = false;
      return this.#written.size > 0;
    } else {
      const written = nameWrite(text);
      if (written !== undefined) this.#written.add(written);
    }
    return false;
  }

  #endStatement(): boolean {
    if (this.#inTransaction) return false;
    if (this.#written.size > 0) return true;
    this.#forget();
    return false;
  }

  #forget(): void {
    this.#written = new Set();
    this.#said = [];
  }
}

/** The parameters of a bind message, each alone: a length before one would read as its first character. */
function readParameters(message: Buffer): string[] {
  let at = message.indexOf(0, message.indexOf(0, 5) + 1) + 1;
  at += 2 + 2 * message.readInt16BE(at);
  const parameters: string[] = [];
  let count = message.readInt16BE(at);
  at += 2;
  for (; count > 0; count -= 1) {
    const length = message.readInt32BE(at);
    at += 4;
    if (length <= 0) continue;
    parameters.push(message.toString('latin1', at, at + length));
    at += length;
  }
  return parameters;
}

const queryMessage = 0x51;
const parseMessage = 0x50;
const bindMessage = 0x42;
const syncMessage = 0x53;

/**
 * What a statement writes: a table, or a job in a queue. The queue's own maintenance is not an effect of the product.
 */
function nameWrite(text: string): string | undefined {
  const [, verb = '', schema = '', table = ''] = writePattern.exec(text) ?? [];
  if (schema !== 'pgboss') {
    const name = table === '' ? schema : `${schema}.${table}`;
    return name === '' ? undefined : name;
  }
  const queue = /SELECT[\s\S]*?'([\w-]+)' as name/.exec(text)?.[1];
  return verb.toLowerCase() === 'insert into' && queue !== undefined ? `job ${queue}` : undefined;
}
