import { parseAmount } from '@causeway/domain/money/parse-amount';
import { type AppContext, dayMs } from '../../context.ts';
import { type Executor, lockOperators, requireRightClock } from '../../database/db.ts';
import { describeReferrals, setReferrals } from '../../modules/operating/set-referrals.ts';
import { OperatorFault } from '../../modules/operators/record-action.ts';
import {
  addOperator,
  endForgottenOperators,
  endOperator,
  identifyOperator,
  isOperatorRole,
  listOperators,
  operatorRoles,
  replaceKey,
  setRoles,
  type OperatorRole,
} from '../../modules/operators/operators.ts';
import { askSecondPerson } from '../../modules/operators/second-person.ts';
import { misuse, requireUse } from '../run-program.ts';

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'random' | 'jobs'>;

export const operatorsUsage = `Operators, and settings of the installation, by the owner of the tables (MIGRATION_DATABASE_URL)
  list                          who is registered, with the roles
  add <name> --role <role>...   a new operator; the key is shown once, and given in OPERATOR_KEY
  roles <name> --role <role>... these in place of those before
  new-key <name>                the old key ends at once
  end <name>                    has left: the key opens nothing more
  end-forgotten <file>          the same after a restore, of all who had ended since the copy or have another key or other
                                roles, by the security log of the time since
  referrals                     what brings a reward
  set-referrals <first> <second> <least> <unverified>  percent of the service fee for both levels, from how many EUR it is
                                paid, and what an earner gets in a month for clients whom nobody verified

Whoever changes something gives a name, --by <name>, and has its key in OPERATOR_KEY; the first operator adds itself.
Roles:
${Object.entries(operatorRoles)
  .map(([role, about]) => `  ${role.padEnd(10)} ${about}`)
  .join('\n')}`;

interface Asked {
  given: readonly string[];
  roles: readonly string[];
  name: string;
  key: string;
}

type Change = (
  context: Context,
  trx: Executor,
  asked: { given: readonly string[]; roles: readonly OperatorRole[]; operator: string },
) => Promise<string>;

/** A second person is asked where there is one with the role, or always, as by what an operator could be paid by. */
type Asks = 'where there is one' | 'always';

/** Commands that change something: what they take, whom they need, and what gives a key or a role. */
export const operatorsCommands: Readonly<
  Record<string, { takes: number; hasRoles?: true; isByTwo?: Asks; role: OperatorRole; run: Change }>
> = {
  add: {
    takes: 1,
    hasRoles: true,
    isByTwo: 'where there is one',
    role: 'operators',
    run: async (context, trx, { given: [name = ''], roles, operator }) =>
      showKey(await addOperator(context, trx, { name, roles, operator })),
  },
  roles: {
    takes: 1,
    hasRoles: true,
    isByTwo: 'where there is one',
    role: 'operators',
    run: async (context, trx, { given: [name = ''], roles, operator }) => {
      await setRoles(context, trx, { name, roles, operator });
      return `${name}: ${roles.join(', ')}`;
    },
  },
  'new-key': {
    takes: 1,
    isByTwo: 'where there is one',
    role: 'operators',
    run: async (context, trx, { given: [name = ''], operator }) =>
      showKey(await replaceKey(context, trx, { name, operator })),
  },
  end: {
    takes: 1,
    role: 'operators',
    run: async (context, trx, { given: [name = ''], operator }) => {
      await endOperator(context, trx, { name, operator });
      return `${name} has left.`;
    },
  },
  'end-forgotten': {
    takes: 1,
    role: 'operators',
    run: async (context, trx, { given: [file = ''], operator }) => {
      const names = await endForgottenOperators(context, trx, { file, operator });
      return names.length === 0 ? 'None of them is here.' : `These have left, as after the copy: ${names.join(', ')}.`;
    },
  },
  'set-referrals': {
    takes: 4,
    isByTwo: 'always',
    role: 'settings',
    run: async (context, trx, { given: [first = '', second = '', least = '', unverified = ''], operator }) => {
      const percents = { firstPercent: readPercent(first), secondPercent: readPercent(second) };
      const amounts = { leastPayout: readEuro(least), unverifiedMost: readEuro(unverified) };
      return setReferrals(context, trx, { ...percents, ...amounts, operator });
    },
  },
};

/** Runs one command. @returns what it prints @throws OperatorFault, with nothing changed */
export async function runOperatorsCommand(context: Context, asked: Asked): Promise<string> {
  const [name = '', ...given] = asked.given;
  requireUse(operatorsUsage, asked.given);
  if (name === 'list') return describeOperators(context.db);
  if (name === 'referrals') return describeReferrals(context.db);
  const command = Object.hasOwn(operatorsCommands, name) ? operatorsCommands[name] : undefined;
  if (command === undefined) throw new OperatorFault(operatorsUsage);
  const roles = asked.roles.map((role) => {
    if (!isOperatorRole(role)) throw new OperatorFault(`${role} is no role: ${Object.keys(operatorRoles).join(', ')}.`);
    return role;
  });
  if (roles.length > 0 !== (command.hasRoles === true))
    throw misuse(operatorsUsage, name, `${name} takes ${command.hasRoles === true ? 'a' : 'no'} --role.`);
  const needs = { isAdding: name === 'add', role: command.role };
  const operator = await identify(context, asked, needs);
  return context.db.transaction().execute(async (trx) => {
    // One such command after the other: of two who end each other at once one stays.
    await lockOperators(trx);
    await identify({ ...context, db: trx }, asked, needs);
    const release = { operator, command: name, subject: [...given, ...roles.toSorted()].join(' ') };
    return (
      (await askSecond(context, trx, release, command.isByTwo)) ?? command.run(context, trx, { given, roles, operator })
    );
  });
}

/**
 * Asks a second operator who gives roles, if any: one who made keys alone could release money as two people. One who
 * has left counts for a day more, as one person alone may end the other.
 */
async function askSecond(
  context: Context,
  trx: Executor,
  release: { operator: string; command: string; subject: string },
  asks: Asks | undefined,
): Promise<string | undefined> {
  if (asks === undefined) return undefined;
  if (asks === 'always') return askSecondPerson(context, trx, { ...release, moves: 'unknown' });
  await requireRightClock(trx);
  const known = await trx.selectFrom('operators').selectAll().where('name', '<>', release.operator).execute();
  const since = context.clock.now().getTime() - dayMs;
  const others = known.filter(({ endedAt }) => endedAt === null || endedAt.getTime() > since);
  if (!others.some((one) => one.roles.includes('operators'))) return undefined;
  return askSecondPerson(context, trx, { ...release, moves: 'unknown' });
}

/** The first operator has no key yet: who owns the tables may add it. */
async function identify(
  context: Context,
  { name, key }: Asked,
  { isAdding, role }: { isAdding: boolean; role: OperatorRole },
): Promise<string> {
  const isFirst = isAdding && name.trim() !== '' && (await listOperators(context.db)).length === 0;
  return isFirst ? name.trim() : identifyOperator(context, { name, key, role });
}

async function describeOperators(executor: Executor): Promise<string> {
  const rows = await listOperators(executor);
  return rows.length === 0 ? 'None.' : rows.map(({ name, roles }) => `${name}  ${roles.join(', ')}`).join('\n');
}

function showKey(key: string): string {
  return `${key}\nThis key is not shown again. The operator gives it in OPERATOR_KEY.`;
}

function readPercent(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) throw new OperatorFault(`${text} is no whole percent.`);
  return Number(text);
}

function readEuro(text: string): bigint {
  const cents = parseAmount(text, 2);
  if (cents === undefined) throw new OperatorFault(`${text} is no amount. Write it like 10.00.`);
  return cents;
}
