import type { Call } from '@causeway/contract/define-call';
import { addressFamily } from '../budgets/address-family.ts';
import { budgetOf, type TargetKind } from '../budgets/budgets.ts';
import type { AppContext, Caller } from '../context.ts';
import { Refusal } from '../errors.ts';

/** What is known of a parsed request. */
interface ReadRequest {
  request: unknown;
  params: unknown;
  readonly ip: string;
  identify(): Promise<Caller>;
}

type Spend = (input: ReadRequest) => Promise<void>;

/** Fields that hold what a budget counts by, as the product names them. */
const fields: Readonly<Record<Exclude<TargetKind, 'client'>, string>> = {
  confirmation: 'uuid',
  email: 'email',
  device: 'email',
  order: 'niceId',
  phone: 'phone',
  token: 'token',
};

/**
 * The budgets that a call spends before it is handled, without looking at a captcha: those of its caller, and where no
 * captcha guards the call all others too. `undefined` for a call that is counted by address alone.
 */
export function spendTargets(context: Pick<AppContext, 'budgets'>, call: Call): Spend | undefined {
  if (call.captcha !== undefined) return spendKinds(context, call, ['client']);
  return inTurn([spendKinds(context, call, targetKinds), spendEverybody(context, call)]);
}

/**
 * The budgets that a call spends behind its captcha, before its work: a request with a wrong captcha must not use up
 * what belongs to somebody else, a thousand addresses with right ones that ask about one e-mail share its budget.
 */
export function spendBehindCaptcha(context: Pick<AppContext, 'budgets'>, call: Call): Spend | undefined {
  if (call.captcha === undefined) return undefined;
  const others = targetKinds.filter((kind) => kind !== 'client');
  return inTurn([spendKinds(context, call, others), spendEverybody(context, call)]);
}

function inTurn(spends: readonly (Spend | undefined)[]): Spend | undefined {
  const given = spends.filter((spend) => spend !== undefined);
  if (given.length === 0) return undefined;
  return async (input) => {
    for (const spend of given) await spend(input);
  };
}

const targetKinds: readonly TargetKind[] = ['client', 'confirmation', 'email', 'device', 'order', 'phone', 'token'];

function spendKinds(
  { budgets }: Pick<AppContext, 'budgets'>,
  call: Call,
  kinds: readonly TargetKind[],
): Spend | undefined {
  const { targets = {}, isShared = false } = budgetOf(call.name, call.access);
  const counted = kinds.flatMap((kind) => {
    const allowance = targets[kind];
    return allowance === undefined ? [] : [[kind, allowance] as const];
  });
  if (counted.length === 0) return undefined;
  return async (input) => {
    for (const [kind, allowance] of counted) {
      const value = await valueOf(kind, call, input);
      if (value !== undefined) await budgets.spend({ call: call.name, by: kind, value, ...allowance, isShared });
    }
  };
}

/**
 * The budget of all callers together, which a call spends last: behind its targets and its captcha. It shuts out
 * no caller: once it is spent, each network has a smaller one of its own. `undefined` for a call without one.
 */
function spendEverybody({ budgets }: Pick<AppContext, 'budgets'>, call: Call): Spend | undefined {
  const { everybody, isShared = false } = budgetOf(call.name, call.access);
  if (everybody === undefined) return undefined;
  const { max, seconds, strained } = everybody;
  const spend = (by: string, value: string, most: number) =>
    budgets.spend({ call: call.name, by, value, max: most, seconds, isShared });
  return ({ ip }) =>
    spend('everybody', 'everybody', max).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return spend('network', addressFamily(ip), strained);
    });
}

async function valueOf(kind: TargetKind, call: Call, input: ReadRequest): Promise<string | undefined> {
  if (kind === 'client') return clientOf(await input.identify());
  const name = fields[kind];
  const text = readText(input.params, name) ?? readText(input.request, name);
  if (text === undefined) return undefined;
  // One number has many spellings.
  if (kind === 'phone') return text.replace(/\D/g, '');
  if (kind === 'device') return `${text} ${readText(input.request, 'deviceId') ?? ''}`;
  // Each network has a count of its own: strangers who solve captchas must not use up the owner's.
  if (kind === 'email') return `${text} ${addressFamily(input.ip)}`;
  // Each caller has a count of its own: the refused requests of a stranger must not use up the owner's.
  if (kind === 'order' || (kind === 'confirmation' && call.access === 'client'))
    return `${text} ${clientOf(await input.identify()) ?? addressFamily(input.ip)}`;
  return text;
}

function clientOf(caller: Caller): string | undefined {
  return caller.kind === 'visitor' ? undefined : caller.clientId;
}

function readText(of: unknown, name: string): string | undefined {
  if (typeof of !== 'object' || of === null || !(name in of)) return undefined;
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
