import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { signWebhook } from './sign-webhook.ts';

/** One event on its way to the product, with every attempt made. */
export type Delivery = {
  id: string;
  type: string;
  reference: string;
  body: string;
  attempts: { at: number; status: number | 'no answer' }[];
  delivered: boolean;
};

type Settings = {
  faults: Faults;
  timers: Timers;
  secret: string;
  productUrl: () => string;
};

const slowestRetrySeconds = 60;
const answerTimeoutMilliseconds = 10_000;

/** Sends signed events to the product and repeats each, 1, 2, 4, 8 … seconds apart, until it is answered with 2xx. */
export class Webhooks {
  deliveries: Delivery[] = [];
  private held: Delivery[] = [];
  private generation = 0;
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Queues one event; `copies` is how many times it is sent, 0 keeps it in the list unsent. */
  send(event: { id: string; type: string; reference: string; body: string }, copies: number): void {
    const delivery: Delivery = { ...event, attempts: [], delivered: false };
    this.deliveries.push(delivery);
    if (copies === 0) return;
    const fault = this.settings.faults.take('acquirer_webhooks');
    if (fault?.fault === 'reject') return;
    if (fault?.fault === 'out_of_order') {
      this.held.push(delivery);
      return;
    }
    const delay = fault?.fault === 'late' ? fault.delay_ms : 0;
    if (fault?.fault === 'forged') this.forge(delivery);
    const total = fault?.fault === 'duplicate' ? copies + 1 : copies;
    for (let copy = 0; copy < total; copy += 1) {
      this.plan(
        delivery,
        delay,
        0,
        fault?.fault === 'drop_answer' || fault?.fault === 'error' || fault?.fault === 'hang' ? fault.fault : undefined,
      );
    }
    const waiting = this.held;
    this.held = [];
    for (const earlier of waiting) this.plan(earlier, delay + 250, 0);
  }

  /** Sends a listed event once more, whatever happened to it before. */
  resend(id: string): Delivery | undefined {
    const delivery = this.deliveries.find((candidate) => candidate.id === id);
    if (delivery) this.plan(delivery, 0, 0);
    return delivery;
  }

  clear(): void {
    this.generation += 1;
    this.deliveries = [];
    this.held = [];
  }

  private plan(delivery: Delivery, delay: number, round: number, trouble?: 'drop_answer' | 'error' | 'hang'): void {
    const generation = this.generation;
    this.settings.timers.after(delay, () => {
      void this.attempt(delivery, trouble).then((done) => {
        if (done || generation !== this.generation) return;
        const seconds = Math.min(2 ** round, slowestRetrySeconds);
        this.plan(delivery, seconds * 1000, round + 1);
      });
    });
  }

  private async attempt(delivery: Delivery, trouble?: 'drop_answer' | 'error' | 'hang'): Promise<boolean> {
    const at = Date.now();
    const lost = trouble === 'error' || trouble === 'hang';
    const status = lost ? 'no answer' : await this.post(delivery.body, this.settings.secret);
    const heard = trouble === 'drop_answer' ? 'no answer' : status;
    delivery.attempts.push({ at, status: heard });
    const done = heard !== 'no answer' && heard >= 200 && heard < 300;
    if (done) delivery.delivered = true;
    return done;
  }

  private async post(body: string, secret: string): Promise<number | 'no answer'> {
    try {
      const answer = await fetch(`${this.settings.productUrl()}/webhooks/acquirer`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'acquirer-signature': signWebhook(secret, body, Math.floor(Date.now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerTimeoutMilliseconds),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 'no answer';
    }
  }

  private forge(delivery: Delivery): void {
    void this.post(delivery.body, `${this.settings.secret}-forged`);
  }
}
