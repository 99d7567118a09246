import { createServer, connect, type Socket } from 'node:net';
import { DatabaseNode } from './database-node.ts';

/** Two databases of which one takes over when the other one dies. */
export interface DatabasePair {
  /** Leads to whichever of them can be written to. */
  readonly url: string;
  /** What looks after them, for the record. */
  readonly name: string;
  /** The leader dies. Returns when the other one leads and has a follower again. */
  loseLeader(): Promise<void>;
  remove(): Promise<void>;
}

/** A proxy whose target can be changed: connections to the old target are cut off. */
export async function startSwitch(): Promise<{ port: number; leadTo(port: number): void; close(): void }> {
  const open = new Set<Socket>();
  let target: number | undefined;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    if (target === undefined) return void socket.destroy();
    const further = connect(target, '127.0.0.1');
    further.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => further.destroy());
    socket.pipe(further).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The switch has no port.');
  return {
    port: address.port,
    leadTo: (port) => {
      target = port;
      for (const socket of open) socket.destroy();
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** A pair without any manager: strictly synchronous, and promoted by this program as an operator's script would. */
export async function startPlainPair(): Promise<DatabasePair> {
  const switched = await startSwitch();
  const nodes: DatabaseNode[] = [];
  let leader = await DatabaseNode.create();
  nodes.push(leader);
  let standby = await addStandby();
  switched.leadTo(leader.port);
  const { url } = leader;

  async function addStandby(): Promise<DatabaseNode> {
    const made = await leader.backup();
    nodes.push(made);
    await made.follow(leader);
    // Rather no commit than one that only a single machine has.
    await leader.query(`alter system set synchronous_standby_names = '*'`, [], 'postgres');
    await leader.query('select pg_reload_conf()', [], 'postgres');
    return made;
  }

  return {
    name: 'two nodes, synchronous_standby_names, promoted by a script',
    url: Object.assign(new URL(url), { port: String(switched.port) }).href,
    loseLeader: async () => {
      const lost = leader;
      await lost.stop();
      leader = standby;
      await leader.query('select pg_promote(true)', [], 'postgres');
      switched.leadTo(leader.port);
      standby = await addStandby();
      await lost.remove();
    },
    remove: async () => {
      switched.close();
      for (const node of nodes) await node.remove().catch(() => {});
    },
  };
}
