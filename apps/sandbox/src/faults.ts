import { z } from 'zod';

const callFaults = ['hang', 'error', 'drop_answer', 'late', 'reject'] as const;
const webhookFaults = [
  'hang',
  'error',
  'drop_answer',
  'duplicate',
  'late',
  'reject',
  'forged',
  'out_of_order',
] as const;

/** Which provider can fail in which manner; the control page offers the same table. */
export const faultTable = {
  acquirer: callFaults,
  acquirer_webhooks: webhookFaults,
  acquirer_two: callFaults,
  acquirer_two_webhooks: webhookFaults,
  sofort: callFaults,
  sofort_webhooks: webhookFaults,
  wallet: callFaults,
  wallet_webhooks: webhookFaults,
  bank: ['hang', 'error', 'drop_answer', 'late', 'reject'],
  bank_webhooks: ['hang', 'error', 'drop_answer', 'duplicate', 'late', 'reject', 'forged', 'out_of_order'],
  identity: [...callFaults, 'non_json', 'half'],
  identity_webhooks: webhookFaults,
  bitcoin: [...callFaults, 'stop'],
  ethereum: [...callFaults, 'stop', 'lag'],
  mail: ['hang', 'error', 'drop_answer', 'duplicate', 'late', 'reject'],
  sms: ['hang', 'error', 'drop_answer', 'duplicate', 'late', 'reject'],
  push: ['error', 'reject'],
  captcha: ['hang', 'error', 'drop_answer', 'late', 'reject', 'non_json'],
  oidc: ['hang', 'error', 'late', 'reject', 'non_json'],
  market: ['hang', 'error', 'drop_answer', 'late', 'reject', 'non_json', 'stale', 'gone'],
} as const;

export type Provider = keyof typeof faultTable;
export type FaultKind = (typeof faultTable)[Provider][number];

/** A fault that waits for the next `count` matching calls of a provider. */
export type Fault = {
  provider: Provider;
  fault: FaultKind;
  /** Calls left. */
  count: number;
  delay_ms: number;
  /**
   * Only calls of this name (an RPC method, or create, charge, get, list, cancel, refund, payout …); unset means any
   * matching call.
   */
  call?: string | undefined;
};

const providers = z.custom<Provider>(
  (value) => typeof value === 'string' && Object.hasOwn(faultTable, value),
  'Unknown provider',
);

/** The body of the control call; refuses a fault that the provider cannot have. */
export const faultRequest = z
  .object({
    provider: providers,
    fault: z.string(),
    count: z.number().int().min(1).max(10_000).default(1),
    delay_ms: z.number().int().min(0).max(600_000).default(5000),
    call: z.string().max(64).optional(),
  })
  .transform((body, context): Fault => {
    const fault = faultTable[body.provider].find((kind) => kind === body.fault);
    if (fault === undefined) {
      const known = faultTable[body.provider].join(', ');
      context.addIssue({ code: 'custom', path: ['fault'], message: `${body.provider} knows: ${known}` });
      return z.NEVER;
    }
    return { ...body, fault };
  });

/** The requested faults that are not used up, the oldest first. */
export class Faults {
  private waiting: Fault[] = [];

  add(fault: Fault): void {
    this.waiting.push({ ...fault });
  }

  /** Uses one count of the first fault that matches the call, or returns undefined. */
  take(provider: Provider, fits: (fault: Fault) => boolean = () => true): Fault | undefined {
    const found = this.waiting.find((fault) => fault.provider === provider && fits(fault));
    if (found === undefined) return undefined;
    found.count -= 1;
    if (found.count === 0) this.waiting = this.waiting.filter((fault) => fault !== found);
    return { ...found };
  }

  list(): readonly Fault[] {
    return this.waiting;
  }

  clear(): void {
    this.waiting = [];
  }
}
