import { startProcess, type ProcessOptions, type StartedProcess } from '@causeway/testing/start-process';
import { tell } from './tell.ts';

/** Keeps one server alive: crashed, it is started again at once. */
export class ServerKeeper {
  readonly #options: ProcessOptions;
  #server: StartedProcess | undefined;
  #starting: Promise<void> = Promise.resolve();
  #starts = 0;
  /** What those before it wrote. */
  #earlier = '';

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Settles when the server answers. @throws Error with its output when it does not come up */
  get ready(): Promise<void> {
    return this.#starting;
  }

  get starts(): number {
    return this.#starts;
  }

  start(): Promise<void> {
    this.#starting = this.#startOnceMore();
    // Whoever needs the server hears of it.
    this.#starting.catch(() => {});
    return this.#starting;
  }

  /** A busy machine may be slow to bring it up: it is tried again, as whoever runs the product for real would. */
  async #startOnceMore(triesLeft = 2): Promise<void> {
    try {
      this.#server = await startProcess(this.#options);
      this.#starts += 1;
    } catch (error) {
      tell(`the server did not come up: ${String(error)}`);
      if (triesLeft === 0) throw error;
      await this.#startOnceMore(triesLeft - 1);
    }
  }

  /** Kills it without a warning and starts another; comes back when the first is gone. */
  async crash(): Promise<void> {
    await this.#end();
    void this.start();
  }

  /** Freezes it where it is, as a machine that swaps or a virtual one that is moved. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** All that it and those before it have written. */
  logs(): string {
    return this.#earlier + (this.#server?.logs() ?? '');
  }

  #signal(signal: NodeJS.Signals): void {
    // It ends by nothing but a crash, so nobody waits for its end here.
    void this.#server?.kill(signal);
  }

  async stop(): Promise<void> {
    await this.#starting.catch(() => {});
    await this.#end();
  }

  async #end(): Promise<void> {
    await this.#server?.kill('SIGKILL');
    this.#earlier = this.logs();
    this.#server = undefined;
  }
}
