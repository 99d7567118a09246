import { toSnakeCase } from '@causeway/contract/wire/names';

/** Tells what a client does, for the operator's statistics (C-69). */
export interface ClientEvents {
  /** One event with its fields; a lost one is nobody's trouble. */
  send: (type: string, opts: Readonly<Record<string, string>>) => void;
}

export interface ClientEventsOptions {
  fetch: typeof globalThis.fetch;
  /** The access token of whoever is signed in. */
  access: () => string | undefined;
}

export function createClientEvents({ fetch, access }: ClientEventsOptions): ClientEvents {
  return {
    send(type, opts) {
      const token = access();
      const fields = Object.entries(opts).map(([name, value]) => [toSnakeCase(name), value] as const);
      fetch('/client/send_event', {
        method: 'POST',
        keepalive: true,
        headers: {
          'Content-Type': 'application/json',
          'X-Requested-With': 'XMLHttpRequest',
          ...(token !== undefined && { 'X-Authorization': `Bearer ${token}` }),
        },
        body: JSON.stringify({ type, opts: Object.fromEntries(fields) }),
      }).catch(() => undefined);
    },
  };
}
