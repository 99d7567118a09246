import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy as small as one can be: each connection goes to the next of several servers that takes it. One whose server
 * dies is cut off, as a caller behind any proxy has to expect.
 *
 * @param ports of the servers, in turn
 */
export async function startBalancer(port: number, ports: readonly number[]): Promise<{ close(): Promise<void> }> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    open.add(caller);
    caller.on('close', () => open.delete(caller)).on('error', () => caller.destroy());
    turn += 1;
    reach(caller, ports, turn, ports.length);
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function reach(caller: Socket, ports: readonly number[], turn: number, triesLeft: number): void {
  const port = ports[turn % ports.length];
  if (triesLeft === 0 || port === undefined) return void caller.destroy();
  const server = connect({ port, host: 'localhost', allowHalfOpen: true });
  let isReached = false;
  server.once('connect', () => {
    isReached = true;
    caller.pipe(server).pipe(caller);
  });
  server.on('error', () => {
    if (isReached) caller.destroy();
    else reach(caller, ports, turn + 1, triesLeft - 1);
  });
  server.on('close', () => {
    if (isReached) caller.destroy();
  });
  caller.on('close', () => server.destroy());
}
