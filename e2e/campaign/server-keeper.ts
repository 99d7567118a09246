import { startProcess, type ProcessOptions, type StartedProcess } from '@causeway/testing/start-process';
import { printLine } from './print-line.ts';

/** Keeps one server alive: after a crash it is started again at once. */
export class ServerKeeper {
  readonly #options: ProcessOptions;
  #server: StartedProcess | undefined;
  #starting: Promise<void> = Promise.resolve();
  #starts = 0;
  #startedAt = new Date(0);
  /** Output of the servers before it. */
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

  /** When the server that runs now was started: what an earlier one did was begun before. */
  get startedAt(): Date {
    return this.#startedAt;
  }

  start(): Promise<void> {
    this.#starting = this.#startOnceMore();
    // A caller that needs the server awaits `ready` and gets the error there.
    this.#starting.catch(() => {});
    return this.#starting;
  }

  /** A busy machine may be slow to start it: it is started again, as an operator would. */
  async #startOnceMore(triesLeft = 2): Promise<void> {
    try {
      this.#startedAt = new Date();
      this.#server = await startProcess(this.#options);
      this.#starts += 1;
    } catch (error) {
      printLine(`the server did not come up: ${String(error)}`);
      if (triesLeft === 0) throw error;
      await this.#startOnceMore(triesLeft - 1);
    }
  }

  /** Kills it without a warning and starts another; returns when the first has ended. */
  async crash(): Promise<void> {
    await this.#end();
    void this.start();
  }

  /** Freezes it, as a machine that swaps or a virtual one that is moved. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** The output of this server and those before it. */
  logs(): string {
    return this.#earlier + (this.#server?.logs() ?? '');
  }

  #signal(signal: NodeJS.Signals): void {
    // It ends by crashes only, so its end need not be awaited here.
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
