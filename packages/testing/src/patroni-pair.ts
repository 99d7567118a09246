import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseServerUser } from '@causeway/embedded-postgres/server-user';
import type { DatabasePair } from './database-pair.ts';
import { findFreePort } from './free-port.ts';
import { runSql } from './run-sql.ts';

const binaries = '/usr/lib/postgresql/15/bin';
const withinMs = 240_000;
const password = randomBytes(12).toString('hex');

/**
 * Whether this machine has what a pair with Patroni needs: Debian's packages patroni, etcd-server, haproxy and
 * postgresql-15.
 */
export function hasPatroni(): boolean {
  return ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', join(binaries, 'pg_rewind')].every((path) =>
    existsSync(path),
  );
}

interface Node {
  name: string;
  port: number;
  api: number;
  folder: string;
  patroni: ChildProcess | undefined;
}

/**
 * A pair as docs/operating.md describes: Patroni over etcd, strictly synchronous, the old leader rewound and behind the
 * new one, and HAProxy in front, which asks Patroni who leads.
 */
export async function startPatroniPair(): Promise<DatabasePair> {
  const home = await mkdtemp(join(tmpdir(), 'causeway-patroni-'));
  const user = await chooseServerUser(home);
  const account = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const give = async (path: string) => {
    if (user !== undefined) await chown(path, user.uid, user.gid);
  };
  await chmod(home, 0o755);
  await give(home);
  const [client, peer] = [await findFreePort(), await findFreePort()];
  const entrance = await findFreePort();
  const run = (command: string, parameters: readonly string[]): ChildProcess =>
    spawn(command, [...parameters], {
      cwd: home,
      ...account,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: home, LC_ALL: 'C' },
    });
  const etcd = run('/usr/bin/etcd', [
    `--data-dir=${join(home, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
  ]);
  const nodes: Node[] = [];
  for (const name of ['one', 'two']) {
    const node = {
      name,
      port: await findFreePort(),
      api: await findFreePort(),
      folder: join(home, name),
      patroni: undefined,
    };
    await mkdir(node.folder, { mode: 0o700 });
    const path = join(node.folder, 'patroni.yml');
    await writeFile(path, settings(node, client));
    await give(node.folder);
    await give(path);
    nodes.push(node);
  }
  const start = (node: Node) => {
    node.patroni = run('/usr/bin/patroni', [join(node.folder, 'patroni.yml')]);
  };
  for (const node of nodes) start(node);
  let leader = await findLeader(nodes);
  await waitForStandby(nodes, leader);
  const url = `postgres://causeway:${password}@127.0.0.1`;
  await runSql(`${url}:${leader.port}/postgres`, 'create database causeway');
  const balancing = join(home, 'haproxy.cfg');
  await writeFile(balancing, balancer(nodes, entrance));
  await give(balancing);
  const haproxy = run('/usr/sbin/haproxy', ['-db', '-f', balancing]);
  return {
    name: 'two nodes with Patroni over etcd, synchronous_mode_strict, behind HAProxy',
    url: `${url}:${entrance}/causeway`,
    loseLeader: async () => {
      const lost = leader;
      await kill(lost);
      leader = await findLeader(nodes.filter((node) => node !== lost));
      start(lost);
      await waitForStandby(nodes, leader);
    },
    remove: async () => {
      haproxy.kill('SIGKILL');
      for (const node of nodes) await kill(node).catch(() => {});
      etcd.kill('SIGKILL');
      await sleep(500);
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The whole machine at once: what looks after the database, and the database. */
async function kill(node: Node): Promise<void> {
  node.patroni?.kill('SIGKILL');
  const postmaster = Number((await readFile(join(node.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(postmaster, 'SIGQUIT');
}

async function findLeader(nodes: readonly Node[]): Promise<Node> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(200))
    for (const node of nodes) if (await answers(node, 'primary')) return node;
  throw new Error('No node of Patroni leads.');
}

async function waitForStandby(nodes: readonly Node[], leader: Node): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(200))
    for (const node of nodes) if (node !== leader && (await answers(node, 'synchronous'))) return;
  throw new Error('No node of Patroni follows synchronously.');
}

async function answers({ api }: Node, question: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${api}/${question}`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer().catch(() => {});
  return answer?.status === 200;
}

/** As in docs/operating.md, with the shortest waits that Patroni takes. */
function settings({ name, port, api, folder }: Node, etcdPort: number): string {
  return `scope: causeway
name: ${name}
restapi: { listen: "127.0.0.1:${api}", connect_address: "127.0.0.1:${api}" }
etcd3: { host: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: true
    synchronous_mode_strict: true
    maximum_lag_on_failover: 0
    postgresql:
      use_pg_rewind: true
      parameters: { synchronous_commit: "on", wal_log_hints: "on", max_connections: 200 }
  initdb: [ { encoding: UTF8 }, { locale: C }, data-checksums ]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${join(folder, 'data')}
  bin_dir: ${binaries}
  pgpass: ${join(folder, 'pgpass')}
  pg_hba: [ "host all all 127.0.0.1/32 md5", "host replication all 127.0.0.1/32 md5" ]
  parameters: { unix_socket_directories: "${folder}" }
  authentication:
    superuser: { username: causeway, password: "${password}" }
    replication: { username: replicator, password: "${password}" }
`;
}

/** As in docs/operating.md. */
function balancer(nodes: readonly Node[], entrance: number): string {
  const servers = nodes.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${api}`);
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen causeway
  bind 127.0.0.1:${entrance}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
