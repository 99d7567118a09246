import { parseArgs } from 'node:util';
import type { AppContext } from '../context.ts';
import { createContext } from '../create-context.ts';
import { createLog } from '../log.ts';
import { nameOrders } from '../modules/order-numbers/find-order.ts';
import { actAsOperator } from '../modules/operators/operators.ts';
import { commands, usage } from './commands/operate-commands.ts';
import { misuse, openMigrated, readSettings, requireUse, runProgram, whoIs } from './run-program.ts';

/** The commands that warn of transactions which were sent for something else, as a person has to say. */
const warning: readonly string[] = ['settle-payment', 'place', 'book-forgotten', 'release-chain'];

await runProgram(usage, operate);

async function operate(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { by: { type: 'string' }, although: { type: 'string', multiple: true, default: [] } },
  });
  const [name = '', ...given] = positionals;
  const { although } = values;
  requireUse(usage, positionals);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || (although.length > 0 && !warning.includes(name)))
    throw misuse(usage, name, `${name} takes no --although.`);
  return withContext(async (context) => {
    const { role } = command;
    const orders = await nameOrders(context, [...given, ...although]);
    if (role === undefined) return command.run(context, '', orders);
    const { operator, acting } = await actAsOperator(context, { ...whoIs(values.by), role });
    return command.run(acting, operator, orders);
  });
}

async function withContext<Result>(work: (context: AppContext) => Promise<Result>): Promise<Result> {
  const config = { ...readSettings(), ROLE: 'web' as const };
  const log = createLog('error');
  const database = await openMigrated(config, log);
  try {
    const opened = await createContext(config, log, database.url);
    try {
      return await work(opened.context);
    } finally {
      await opened.stop();
    }
  } finally {
    await database.stop();
  }
}
