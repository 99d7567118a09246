import type { Sender } from './analytics.ts';

/** Sends what a client does, for the operator's statistics (C-69). */
export interface ClientEvents {
  /** One event with its fields; one may be lost. */
  send: (type: string, opts: Readonly<Record<string, string>>) => void;
}

export interface ClientEventsOptions extends Sender {
  /** Whether the operator keeps statistics: otherwise nothing is sent (7-57). */
  isOn: boolean;
}

/** Events wait in a queue of their own, whose code loads with the first of them: the page never waits for one. */
export function createClientEvents({ isOn, ...options }: ClientEventsOptions): ClientEvents {
  return {
    send(type, opts) {
      if (isOn)
        import('./analytics.ts').then(({ queueEvent }) => queueEvent(options, type, opts)).catch(() => undefined);
    },
  };
}
