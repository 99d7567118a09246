import type { Call } from '@causeway/contract/define-call';
import { addressFamily } from '../budgets/address-family.ts';
import { budgetOf, type Allowance, type TargetKind } from '../budgets/budgets.ts';
import type { AppContext, Caller } from '../context.ts';
import { Refusal } from '../errors.ts';

/** What is known of a parsed request. */
interface ReadRequest {
  request: unknown;
  params: unknown;
  identify(): Promise<Caller>;
}

/** Fields that hold what a budget counts by, as the product names them. */
const fields: Readonly<Record<Exclude<TargetKind, 'client'>, string>> = {
  confirmation: 'uuid',
  email: 'email',
  order: 'niceId',
  phone: 'phone',
  token: 'token',
};

/**
 * The budgets that a call must spend before it is handled, by caller or target: a thousand addresses that ask about one
 * e-mail share its budget. `undefined` for a call that is counted by address alone.
 */
export function spendTargets(
  context: Pick<AppContext, 'budgets'>,
  call: Call,
): ((input: ReadRequest) => Promise<void>) | undefined {
  const { targets = {}, isShared = false } = budgetOf(call.name, call.access);
  const counted = targetKinds.flatMap((kind) => {
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

const targetKinds: readonly TargetKind[] = ['client', 'confirmation', 'email', 'order', 'phone', 'token'];

/**
 * The budget of all callers together, which a call spends last: behind its targets and its captcha. It shuts out
 * no caller: once it is spent, each network has a smaller one of its own. `undefined` for a call without one.
 */
export function spendEverybody(
  { budgets }: Pick<AppContext, 'budgets'>,
  call: Call,
): ((ip: string) => Promise<void>) | undefined {
  const { everybody, isShared = false } = budgetOf(call.name, call.access);
  if (everybody === undefined) return undefined;
  const { max, seconds, strained } = everybody;
  const spend = (by: string, value: string, most: number) =>
    budgets.spend({ call: call.name, by, value, max: most, seconds, isShared });
  return (ip) =>
    spend('everybody', 'everybody', max).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return spend('network', addressFamily(ip), strained);
    });
}

async function valueOf(kind: TargetKind, input: ReadRequest): Promise<string | undefined> {
  if (kind === 'client') {
    const caller = await input.identify();
    return caller.kind === 'visitor' ? undefined : caller.clientId;
  }
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
