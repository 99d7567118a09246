import pg from 'pg';

const checkMs = 15_000;
const answerMs = 5_000;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

interface ListenOptions {
  url: string;
  channel: string;
  onMessage: (payload: string) => void;
  /** It hears everything from now on; what was said before is lost. */
  onUp: () => void;
  onDown: (error: unknown) => void;
}

export interface Listener {
  isUp(): boolean;
  stop(): Promise<void>;
}

/** Follows a channel of the database over a connection of its own, and opens another one when that is lost. */
export function listen({ url, channel, onMessage, onUp, onDown }: ListenOptions): Listener {
  let current: pg.Client | undefined;
  let isUp = false;
  let isStopped = false;
  let pause = firstPauseMs;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'causeway-live',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    current = client;
    client.on('error', (error) => lose(client, error));
    client.on('end', () => lose(client, new Error('The connection ended.')));
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      return lose(client, error);
    }
    if (current !== client) return;
    isUp = true;
    pause = firstPauseMs;
    onUp();
  }

  function lose(client: pg.Client, error: unknown): void {
    if (current !== client) return;
    current = undefined;
    const wasUp = isUp;
    isUp = false;
    client.end().catch(() => undefined);
    if (isStopped) return;
    if (wasUp) onDown(error);
    retry = setTimeout(() => void connect(), pause);
    pause = Math.min(pause * 2, longestPauseMs);
  }

  // A connection whose other end is gone without a word is silent, like one on which nothing happens.
  const check = setInterval(() => {
    const client = current;
    if (client !== undefined && isUp) client.query('select 1').catch((error: unknown) => lose(client, error));
  }, checkMs);

  void connect();
  return {
    isUp: () => isUp,
    async stop() {
      isStopped = true;
      isUp = false;
      clearTimeout(retry);
      clearInterval(check);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
