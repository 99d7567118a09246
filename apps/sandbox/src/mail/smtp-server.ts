import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { htmlToText } from './html-to-text.ts';
import type { Inbox } from './inbox.ts';

type Options = { inbox: Inbox; faults: Faults; timers: Timers };
type Done = (error?: Error | null) => void;

const largestMail = 5_000_000;
const hangMilliseconds = 60_000;

/** A real SMTP server that puts what it gets into the inbox, one message per recipient. */
export function createSmtpServer(options: Options): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: largestMail,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: 'sandbox' }),
    onData: (stream, session, done) => void receive(options, server, stream, session, done),
  });
  server.on('error', () => undefined);
  return server;
}

async function receive(
  options: Options,
  server: SMTPServer,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: Done,
): Promise<void> {
  // The server empties the envelope as soon as the mail is answered.
  const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isWhole = await once(stream, 'end').then(
    () => true,
    () => false,
  );
  // The sender disconnected before the end: there is nothing to keep and no connection to answer.
  if (!isWhole) return;
  const fault = options.faults.take('mail');
  if (fault?.fault === 'reject') return done(smtpError(550, 'Mailbox unavailable'));
  if (fault?.fault === 'error') return done(smtpError(451, 'Try again later'));
  if (fault?.fault === 'hang')
    return options.timers.after(Math.max(fault.delay_ms, hangMilliseconds), () => done(smtpError(421, 'Timed out')));
  const mail = await PostalMime.parse(Buffer.concat(chunks)).catch(() => undefined);
  if (mail === undefined) return done(smtpError(554, 'The mail cannot be read'));
  const store = (): void => {
    for (const address of recipients) {
      options.inbox.add({
        kind: 'mail',
        to: address,
        subject: mail.subject ?? '',
        text: mail.text ?? htmlToText(mail.html ?? ''),
      });
    }
  };
  if (fault?.fault === 'late') options.timers.after(fault.delay_ms, store);
  else store();
  if (fault?.fault === 'duplicate') store();
  if (fault?.fault !== 'drop_answer') return done();
  for (const connection of server.connections) if (connection.session === session) connection.close();
}

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}
