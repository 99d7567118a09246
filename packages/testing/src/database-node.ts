import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createCluster } from '@causeway/embedded-postgres/create-cluster';
import { program } from '@causeway/embedded-postgres/place';
import { passToOwner } from '@causeway/embedded-postgres/server-user';
import type { Place } from '@causeway/embedded-postgres/place';
import { preparePlace } from '@causeway/embedded-postgres/place/prepare-place';
import { launchOptions } from '@causeway/embedded-postgres/run-program';
import type pg from 'pg';
import { findFreePort } from './free-port.ts';
import { withClient } from './with-client.ts';

const database = 'causeway';
const readyWithinMs = 120_000;
type Settings = Readonly<Record<string, string>>;

/** One PostgreSQL of its own, as an operator runs it: with an archive of its log, backups and standbys. */
export class DatabaseNode {
  readonly place: Place;
  readonly port: number;
  readonly #password: string;
  #server: ChildProcess | undefined;
  #log = '';

  private constructor(place: Place, port: number, password: string) {
    this.place = place;
    this.port = port;
    this.#password = password;
  }

  /** A new and empty one, which archives its log into a folder. */
  static async create(): Promise<DatabaseNode> {
    const place = await makePlace();
    const node = new DatabaseNode(place, await findFreePort(), await createCluster(place, true));
    await mkdir(node.archive);
    await passToOwner(place.cluster, node.archive);
    await node.start({
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `cp "%p" "${node.archive}/%f"`,
      max_wal_senders: '5',
    });
    await node.query(`create database ${database}`, [], 'postgres');
    return node;
  }

  /** Where the log goes, segment by segment. */
  get archive(): string {
    return join(this.place.home, 'archive');
  }

  get url(): string {
    return `postgres://causeway:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  /** All that it has written. */
  logs(): string {
    return this.#log;
  }

  /** Starts it, and comes back when it can be written to; with `standby` when it can be read. */
  async start(settings: Settings = {}, { isStandby = false } = {}): Promise<void> {
    const values = { listen_addresses: '127.0.0.1', port: String(this.port), unix_socket_directories: '', ...settings };
    const parameters = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(program(this.place.installation, 'postgres'), ['-D', this.place.cluster, ...parameters], {
      ...launchOptions(this.place),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const output of [server.stdout, server.stderr]) output.on('data', (text) => (this.#log += String(text)));
    this.#server = server;
    for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; await sleep(50)) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended:\n${this.#log}`);
      const [row] = await this.query<{ recovers: boolean }>(
        'select pg_is_in_recovery() as recovers',
        [],
        'postgres',
      ).catch(() => []);
      if (row !== undefined && (isStandby || !row.recovers)) return;
    }
    throw new Error(`PostgreSQL did not come up:\n${this.#log}`);
  }

  /** Ends it at once, as a machine that dies; with `isPolite` after its running work. */
  async stop({ isPolite = false } = {}): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(isPolite ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = [], name = database): Promise<Row[]> {
    const connectionString = Object.assign(new URL(this.url), { pathname: `/${name}` }).href;
    return withClient(connectionString, async (client) => (await client.query<Row>(sql, [...values])).rows);
  }

  /** A base backup of the running server, by PostgreSQL's own functions: another node that was never started. */
  async backup(): Promise<DatabaseNode> {
    const place = await makePlace();
    await withClient(Object.assign(new URL(this.url), { pathname: '/postgres' }).href, async (client) => {
      await client.query(`select pg_backup_start('campaign', true)`);
      // A file that goes away meanwhile is in the log.
      await promisify(execFile)('cp', ['-a', this.place.cluster, place.cluster]).catch(() => {});
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
      await rm(join(place.cluster, 'postmaster.pid'), { force: true });
      for (const segment of await readdir(join(place.cluster, 'pg_wal')))
        if (/^[0-9A-F]{24}/.test(segment)) await rm(join(place.cluster, 'pg_wal', segment));
      await writeOwned(place, 'backup_label', rows[0]?.labelfile ?? '');
    });
    return new DatabaseNode(place, await findFreePort(), this.#password);
  }

  /** Makes a backup go on from an archive up to a moment, and become a database of its own there. */
  async recoverTo(archive: string, target: string): Promise<void> {
    await writeOwned(this.place, 'recovery.signal', '');
    await this.start({
      restore_command: `cp "${archive}/%f" "%p"`,
      recovery_target_lsn: target,
      recovery_target_action: 'promote',
    });
  }

  /** Makes a backup follow another one's log as it is written. */
  async follow(leader: DatabaseNode): Promise<void> {
    const { port, password } = new URL(leader.url);
    await writeOwned(this.place, 'standby.signal', '');
    const conninfo = `host=127.0.0.1 port=${port} user=causeway password=${password} application_name=standby`;
    await this.start({ primary_conninfo: conninfo, hot_standby: 'on' }, { isStandby: true });
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.place.home, { recursive: true, force: true, maxRetries: 10 });
    await rm(this.place.dataDirectory, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function makePlace(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-node-'));
  await chmod(directory, 0o755);
  return preparePlace(directory, () => {});
}

async function writeOwned({ cluster }: Place, name: string, text: string): Promise<void> {
  const path = join(cluster, name);
  await writeFile(path, text);
  await passToOwner(cluster, path);
}
