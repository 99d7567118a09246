import type { Call } from '@causeway/contract/define-call';
import { budgetOf, type Allowance, type TargetKind } from '../budgets/budgets.ts';
import type { AppContext, Caller } from '../context.ts';

/** What is known of a parsed request. */
interface ReadRequest {
  request: unknown;
  params: unknown;
  identify(): Promise<Caller>;
}

/** Fields that hold what a budget counts by, as the product names them. */
const fields: Readonly<Record<Exclude<TargetKind, 'client' | 'everybody'>, string>> = {
  confirmation: 'uuid',
  email: 'email',
  order: 'niceId',
  phone: 'phone',
  token: 'token',
};

/**
 * The budgets that a call must spend before it is handled, by caller or target: a thousand addresses that ask about one
 * e-mail share its budget. `undefined` for a call that is counted by address alone.
 *
 * @param kinds what is spent: that of everybody waits until a captcha has passed, or a flood of requests without one
 *   would keep everybody out
 */
export function spendTargets(
  context: Pick<AppContext, 'budgets'>,
  call: Call,
  kinds: readonly TargetKind[] = targetKinds,
): ((input: ReadRequest) => Promise<void>) | undefined {
  const { targets = {}, isShared = false } = budgetOf(call.name, call.access);
  const counted = kinds.flatMap((kind) => {
    const allowance = targets[kind];
    return allowance === undefined ? [] : [[kind, allowance] as const];
  });
  if (counted.length === 0) return undefined;
  const spend = (kind: TargetKind, value: string, allowance: Allowance) =>
    context.budgets.spend({ call: call.name, by: kind, value, ...allowance, isShared });
  return async (input) => {
    for (const [kind, allowance] of counted) {
      const value = await valueOf(kind, input);
      if (value !== undefined) await spend(kind, value, allowance);
    }
  };
}

export const targetKinds: readonly TargetKind[] = [
  'client',
  'confirmation',
  'email',
  'order',
  'phone',
  'token',
  // Last, so that a request refused for its own target spends nothing of the shared budget.
  'everybody',
];

async function valueOf(kind: TargetKind, input: ReadRequest): Promise<string | undefined> {
  if (kind === 'client') {
    const caller = await input.identify();
    return caller.kind === 'client' ? caller.clientId : undefined;
  }
  if (kind === 'everybody') return 'everybody';
  const name = fields[kind];
  const text = readText(input.params, name) ?? readText(input.request, name);
  // One number has many spellings.
  return kind === 'phone' ? text?.replace(/\D/g, '') : text;
}

function readText(of: unknown, name: string): string | undefined {
  if (typeof of !== 'object' || of === null || !(name in of)) return undefined;
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
