import type { Fault, FaultKind, Faults, Provider } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { postWebhook, signWebhook } from './post-webhook.ts';

/** One event on its way to the product, with every attempt made. */
type Delivery = {
  id: string;
  type: string;
  reference: string;
  body: string;
  attempts: { at: number; status: number | 'no answer' }[];
  /** Lost events are never sent automatically. */
  state: 'waiting' | 'delivered' | 'lost';
};

type Settings = {
  faults: Faults;
  timers: Timers;
  /** The provider whose faults these webhooks have. */
  provider: Provider;
  secret: string;
  /** Where the product listens for this provider. */
  address: () => string;
  /** The header that carries the signature. */
  header?: string;
  /** Headers of a provider that signs in a form of its own. */
  sign?: (secret: string, body: string) => Record<string, string>;
};

const slowestRetrySeconds = 60;
const overtakenMilliseconds = 250;

/** Sends signed events to the product and repeats each, 1, 2, 4, 8 … seconds apart, until it is answered with 2xx. */
export class Webhooks {
  deliveries: Delivery[] = [];
  private held: Delivery[] = [];
  private readonly sending = new Set<Promise<void>>();
  private generation = 0;
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Queues one event; `copies` is how many times it is sent, 0 keeps it in the list unsent. */
  send(event: { id: string; type: string; reference: string; body: string }, copies: number): void {
    const delivery: Delivery = { ...event, attempts: [], state: 'waiting' };
    this.deliveries.push(delivery);
    const fault = copies === 0 ? undefined : this.settings.faults.take(this.settings.provider);
    if (copies === 0 || fault?.fault === 'reject') delivery.state = 'lost';
    else if (fault?.fault === 'out_of_order') this.hold(delivery, fault.delay_ms);
    else this.plan(delivery, copies, fault);
  }

  /** Restores the events of an earlier start and continues with those that wait. */
  restore(deliveries: Delivery[]): void {
    this.deliveries = deliveries;
    for (const delivery of deliveries.filter((one) => one.state === 'waiting')) this.post(delivery, 0, 0);
  }

  /** Sends a listed event once more, whatever happened to it before. */
  resend(id: string): Delivery | undefined {
    const delivery = this.deliveries.find((candidate) => candidate.id === id);
    if (delivery) this.post(delivery, 0, 0);
    return delivery;
  }

  /** Waits for the answers to what is sent without a delay. */
  async settle(): Promise<void> {
    await Promise.all(this.sending);
  }

  clear(): void {
    this.generation += 1;
    this.deliveries = [];
    this.held = [];
    this.sending.clear();
  }

  private plan(delivery: Delivery, copies: number, fault: Fault | undefined): void {
    const delay = fault?.fault === 'late' ? fault.delay_ms : 0;
    if (fault?.fault === 'forged') void this.deliver(delivery.body, `${this.settings.secret}-forged`);
    const total = fault?.fault === 'duplicate' ? copies + 1 : copies;
    for (let copy = 0; copy < total; copy += 1) this.post(delivery, delay, 0, fault?.fault);
    for (const earlier of this.held) this.post(earlier, delay + overtakenMilliseconds, 0);
    this.held = [];
  }

  /** Waits for the next event to overtake this one, for a limited time. */
  private hold(delivery: Delivery, longest: number): void {
    this.held.push(delivery);
    this.settings.timers.after(longest, () => {
      if (!this.held.includes(delivery)) return;
      this.held = this.held.filter((one) => one !== delivery);
      this.post(delivery, 0, 0);
    });
  }

  private post(delivery: Delivery, delay: number, round: number, trouble?: FaultKind): void {
    const generation = this.generation;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (delay === 0) this.sending.add(promise);
    this.settings.timers.after(delay, () => {
      void this.attempt(delivery, trouble).then((done) => {
        resolve();
        this.sending.delete(promise);
        if (done || generation !== this.generation) return;
        const seconds = Math.min(2 ** round, slowestRetrySeconds);
        this.post(delivery, seconds * 1000, round + 1);
      });
    });
  }

  private async attempt(delivery: Delivery, trouble?: FaultKind): Promise<boolean> {
    const at = Date.now();
    const lost = trouble === 'error' || trouble === 'hang';
    const status = lost ? 'no answer' : await this.deliver(delivery.body, this.settings.secret);
    const heard = trouble === 'drop_answer' ? 'no answer' : status;
    delivery.attempts.push({ at, status: heard });
    const done = heard !== 'no answer' && heard >= 200 && heard < 300;
    if (done) delivery.state = 'delivered';
    return done;
  }

  private deliver(body: string, secret: string): Promise<number | 'no answer'> {
    const { address, header = 'acquirer-signature', sign } = this.settings;
    const headers = sign?.(secret, body) ?? { [header]: signWebhook(secret, body, Math.floor(Date.now() / 1000)) };
    return postWebhook(address(), body, headers);
  }
}
