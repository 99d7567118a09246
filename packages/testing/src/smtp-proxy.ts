import { connect, createServer, type Socket } from 'node:net';
import type { AfterEffect, OutsideWatch } from './effect-watch.ts';

/** A proxy to the mail server that reports every e-mail to the watch. */
export interface SmtpProxy {
  port: number;
  close(): Promise<void>;
}

const endOfMessage = '\r\n.\r\n';

/** Listens on a free port and forwards to the mail server; the end of each e-mail is held for the watch. */
export async function startSmtpProxy(targetPort: number, watch: OutsideWatch): Promise<SmtpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const mail = connect(targetPort, '127.0.0.1');
    for (const socket of [client, mail]) {
      sockets.add(socket);
      // Messages are forwarded one by one; the system must not wait for more.
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        mail.destroy();
      });
    }
    joinSockets(client, mail, watch);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function joinSockets(client: Socket, mail: Socket, watch: OutsideWatch): void {
  let message: string | undefined;
  let afterReply: AfterEffect | undefined;
  let work = Promise.resolve();
  const readClient = async (chunk: Buffer): Promise<void> => {
    const text = chunk.toString('latin1');
    if (message === undefined) {
      // The DATA command is sent together with the commands before it.
      if (/(?:^|\n)data\r\n$/i.test(text)) message = '';
      mail.write(chunk);
      return;
    }
    // An e-mail is forwarded completely or not at all.
    message += text;
    if (!message.endsWith(endOfMessage)) return;
    const whole = message;
    message = undefined;
    afterReply = await watch.before({ label: 'letter', said: [whole] });
    if (afterReply !== undefined) mail.write(whole, 'latin1');
  };
  const readMail = async (chunk: Buffer): Promise<void> => {
    const after = afterReply;
    afterReply = undefined;
    if (after === undefined || (await after({ isIdle: false }))) client.write(chunk);
  };
  client.on('data', (chunk: Buffer) => {
    work = work.then(() => readClient(chunk));
  });
  mail.on('data', (chunk: Buffer) => {
    work = work.then(() => readMail(chunk));
  });
}
