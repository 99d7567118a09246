import { clientChanges, streamBeat, type StreamMessage } from '@causeway/contract/shapes/client-change';
import type { AppContext, LiveStreams, StreamSink } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { type Listener, listen } from './listen.ts';
import { announceChanges, changesChannel, listLiveSessions } from './store.ts';

const usualLimits = {
  /** A browser opens one for all its tabs. */
  ofClient: 12,
  ofProcess: 10_000,
  /** How long a request waits for the first connection of the listener. */
  firstWaitMs: 3_000,
  /** How long streams stay open while the listener is away; then their clients poll. */
  awayMs: 5_000,
  beatMs: streamBeat,
  /** How often a process with streams announces what has changed. */
  announceMs: 100,
  /** Until it tries again, where the database could not be asked. */
  announceRetryMs: 1_000,
};

type Limits = typeof usualLimits;

interface LiveOptions extends Pick<AppContext, 'db' | 'clock' | 'log'> {
  databaseUrl: string;
  limits?: Partial<Limits>;
}

interface Stream {
  clientId: string;
  sessionId: string;
  sink: StreamSink;
}

/** The streams of one process, with the one connection that hears of changes. It is opened with the first stream. */
export function createLiveStreams(options: LiveOptions): { live: LiveStreams; stop(): Promise<void> } {
  const live = new ProcessStreams(options);
  return { live, stop: () => live.stop() };
}

class ProcessStreams implements LiveStreams {
  readonly #options: LiveOptions;
  readonly #limits: Limits;
  readonly #streams = createStreams();
  readonly #beat: NodeJS.Timeout;
  #announcing: NodeJS.Timeout | undefined;
  #listener: Listener | undefined;
  #away: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];
  #isDraining = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#beat = setInterval(() => {
      const all = this.#streams.all();
      for (const { sink } of all) sink.send('beat');
      void this.#judge(all);
    }, this.#limits.beatMs);
    this.#beat.unref();
  }

  async open({ clientId, sessionId }: Parameters<LiveStreams['open']>[0], sink: StreamSink): Promise<() => void> {
    this.#requireRoom(clientId);
    await this.#requireListener();
    this.#requireRoom(clientId);
    const stream = { clientId, sessionId, sink };
    const remove = () => this.#streams.remove(stream);
    this.#streams.add(stream);
    this.#announceSoon();
    // Between the check of the caller and this line, its session may have ended unheard.
    const living = await this.#listLive([stream]).catch((error: unknown) => {
      remove();
      throw error;
    });
    if (!living.has(sessionId)) {
      remove();
      throw new Refusal({ code: 'SESSION_OVER' });
    }
    sink.send('open');
    return remove;
  }

  drain(): void {
    this.#isDraining = true;
    this.#streams.endAll();
  }

  async stop(): Promise<void> {
    this.drain();
    clearInterval(this.#beat);
    clearTimeout(this.#away);
    clearTimeout(this.#announcing);
    await this.#listener?.stop();
  }

  #listLive(streams: readonly Stream[]): Promise<ReadonlySet<string>> {
    const { db, clock } = this.#options;
    return listLiveSessions(db, [...new Set(streams.map(({ sessionId }) => sessionId))], clock.now());
  }

  async #judge(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return;
    try {
      const living = await this.#listLive(streams);
      for (const stream of streams) if (!living.has(stream.sessionId)) this.#streams.end(stream, 'over');
    } catch (error) {
      // They are judged again at the next beat.
      this.#options.log.warn('sessions of streams could not be read', { error });
    }
  }

  /** Again and again while there are streams, one statement at a time. */
  #announceSoon(pause = this.#limits.announceMs): void {
    if (this.#announcing !== undefined || this.#streams.count() === 0) return;
    this.#announcing = setTimeout(() => void this.#announce(), pause);
    this.#announcing.unref();
  }

  async #announce(): Promise<void> {
    let pause = this.#limits.announceMs;
    try {
      await announceChanges(this.#options.db);
    } catch (error) {
      this.#options.log.warn('changes could not be announced', { error });
      pause = this.#limits.announceRetryMs;
    }
    this.#announcing = undefined;
    this.#announceSoon(pause);
  }

  #hear(payload: string): void {
    const [kind, clientId = ''] = payload.split(' ', 2);
    const change = clientChanges.find((known) => known === kind);
    const concerned = this.#streams.of(clientId);
    if (change !== undefined) for (const { sink } of concerned) sink.send(change);
    else if (kind === 'session') void this.#judge(concerned);
  }

  #start(): Listener {
    return listen({
      url: this.#options.databaseUrl,
      channel: changesChannel,
      onMessage: (payload) => this.#hear(payload),
      onUp: () => {
        clearTimeout(this.#away);
        for (const go of this.#waiting.splice(0)) go();
        const all = this.#streams.all();
        for (const { sink } of all) sink.send('open');
        void this.#judge(all);
      },
      onDown: (error) => {
        this.#options.log.warn('changes do not arrive; the connection is opened again', { error });
        this.#away = setTimeout(() => this.#streams.endAll(), this.#limits.awayMs);
      },
    });
  }

  async #requireListener(): Promise<void> {
    const listener = (this.#listener ??= this.#start());
    if (listener.isUp()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#limits.firstWaitMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (!listener.isUp()) throw new Refusal({ code: 'TRY_LATER' }, { retryAfterSeconds: 10 });
  }

  #requireRoom(clientId: string): void {
    if (this.#isDraining || this.#streams.count() >= this.#limits.ofProcess)
      throw new Refusal({ code: 'TRY_LATER' }, { retryAfterSeconds: 10 });
    if (this.#streams.of(clientId).length >= this.#limits.ofClient)
      throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: 60 });
  }
}

/** The open streams, by client. */
function createStreams() {
  const ofClients = new Map<string, Set<Stream>>();
  const everyOne = new Set<Stream>();

  function remove(stream: Stream): void {
    everyOne.delete(stream);
    const own = ofClients.get(stream.clientId);
    own?.delete(stream);
    if (own?.size === 0) ofClients.delete(stream.clientId);
  }

  function end(stream: Stream, last?: StreamMessage): void {
    remove(stream);
    if (last !== undefined) stream.sink.send(last);
    stream.sink.end();
  }

  return {
    add(stream: Stream) {
      everyOne.add(stream);
      ofClients.set(stream.clientId, (ofClients.get(stream.clientId) ?? new Set()).add(stream));
    },
    remove,
    end,
    endAll() {
      for (const stream of everyOne) end(stream);
    },
    of: (clientId: string): readonly Stream[] => [...(ofClients.get(clientId) ?? [])],
    all: (): readonly Stream[] => [...everyOne],
    count: () => everyOne.size,
  };
}
