import { toSnakeCase } from '@causeway/contract/wire/names';
import { whenIdle } from '../lib/timing/when-idle.ts';

export interface Sender {
  fetch: typeof globalThis.fetch;
  /** The access token of the client who is signed in. */
  access: () => string | undefined;
}

/** More are not kept for a connection that is away. */
const linesMax = 30;

const line: (() => Promise<void>)[] = [];
let isSending = false;

/** Puts an event into the line; one after the other leaves when the page has nothing else to do. */
export function queueEvent(sender: Sender, type: string, opts: Readonly<Record<string, string>>): void {
  if (line.length >= linesMax) return;
  line.push(() => post(sender, type, opts));
  if (isSending) return;
  isSending = true;
  whenIdle(() => void sendAll());
}

async function sendAll(): Promise<void> {
  for (let next = line.shift(); next !== undefined; next = line.shift()) await next().catch(() => undefined);
  isSending = false;
}

async function post({ fetch, access }: Sender, type: string, opts: Readonly<Record<string, string>>): Promise<void> {
  const token = access();
  const fields = Object.entries(opts).map(([name, value]) => [toSnakeCase(name), value] as const);
  await fetch('/client/send_event', {
    method: 'POST',
    keepalive: true,
    headers: {
      'Content-Type': 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      ...(token !== undefined && { 'X-Authorization': `Bearer ${token}` }),
    },
    body: JSON.stringify({ type, opts: Object.fromEntries(fields) }),
  });
}
