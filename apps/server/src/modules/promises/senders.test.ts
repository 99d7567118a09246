import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** A function at the outermost level of a file of the rooms, or a method in a table of them. */
interface Unit {
  file: string;
  name: string;
  isExported: boolean;
  /** Called only by who has compared. */
  isAfterwards: boolean;
  body: string;
}

/** Tables of methods, and those of their methods that are called only by who has compared: such calls are exits too. */
const methods = /^(?:export )?const \w+: (?:PayinMethod|PayoutMethod|PayoutChain) = \{/;
const calledAfterwards: ReadonlySet<string> = new Set(['refund', 'prepare', 'send', 'hurry']);

const source = new URL('../../', import.meta.url);
const files = readdirSync(new URL('modules/', source), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.test\.ts$|fixtures\//.test(path),
);
const texts = new Map(
  files.map((file) => [file, readText(`modules/${file}`).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')]),
);
const units = [...texts].flatMap(([file, text]) => unitsOf(file, text));

function readText(path: string): string {
  return readFileSync(new URL(path, source), 'utf8');
}

function unitsOf(file: string, text: string): Unit[] {
  const starts = [...text.matchAll(/^(export )?(?:async )?(?:function|const) (\w+)/gm)];
  return starts.flatMap((start, index) => {
    const [head, exported, name = ''] = start;
    const body = text.slice(start.index, starts[index + 1]?.index);
    return methods.test(body)
      ? methodsOf(file, body)
      : [{ file, name, isExported: exported !== undefined, isAfterwards: false, body: body.slice(head.length) }];
  });
}

function methodsOf(file: string, table: string): Unit[] {
  const keys = [...table.matchAll(/^ {2}(?:async )?(\w+)/gm)];
  return keys.map(({ 1: name = '', index }, at) => ({
    file,
    name,
    isExported: false,
    isAfterwards: calledAfterwards.has(name),
    body: table.slice(index, keys[at + 1]?.index),
  }));
}

/** Every method of the ports to banks, acquirers and chains: whether money leaves by it. */
const portMethods: Readonly<Record<string, boolean>> = {
  broadcast: true,
  createPayout: true,
  payOut: true,
  refundPayment: true,
  returnTransfer: true,
  cancelPayment: false,
  charge: false,
  createPayment: false,
  describe: false,
  estimateFeeRate: false,
  estimateFees: false,
  estimateGas: false,
  find: false,
  findPayments: false,
  findPayouts: false,
  findReturns: false,
  findTokenTransfers: false,
  getAccount: false,
  getBalance: false,
  getBlock: false,
  getBlockHash: false,
  getHash: false,
  getHeight: false,
  getNonce: false,
  getPayment: false,
  getPayout: false,
  getTransaction: false,
  issueRequisites: false,
  keep: false,
  listBlockPayments: false,
  listOutputs: false,
  listPayments: false,
  listPayouts: false,
  listTransfers: false,
  listWaiting: false,
  openSheets: false,
  proveShop: false,
  readBlock: false,
  readEvent: false,
  readSpend: false,
  readTransfer: false,
  remove: false,
  takeWallet: false,
};

/** Every table of payouts and refunds: whether its rows let money of an order leave. */
const tables: Readonly<Record<string, boolean>> = {
  bankPayouts: true,
  cardPayouts: true,
  payouts: true,
  refunds: true,
  // Holds of a whole chain, and rewards, which are of no order.
  payoutHolds: false,
  referralPayouts: false,
  // Bytes that were compared when they were signed.
  replacedPayouts: false,
};

const namesOf = (list: Readonly<Record<string, boolean>>) =>
  Object.keys(list)
    .filter((name) => list[name])
    .join('|');

/** Where money leaves an order: to the outside, by a row that is sent later, or to a balance. */
const exits: readonly RegExp[] = [
  new RegExp(`\\.(?:${namesOf(portMethods)})\\(`),
  /[wW]allet(?:\([^)]*\))?\.sign\(/,
  new RegExp(`insertInto\\('(?:${namesOf(tables)})'\\)`),
  /\breceivingAccount\((?=[\s\S]*from: paths\.order\()/,
  // What a table of methods names is called only so.
  /findPayoutMethod\([^)]*\)\s*\.plan\(/,
  /findPayinMethod\([^)]*\)\s*\.refund\(/,
  /\bsign\(trx, payout\)/,
];
const comparison = /\brequirePromised(?:Payout|Price|Refund|Return)\(/;

/** What sends and has no promise to compare with. */
const ofNoOrder: Readonly<Record<string, string>> = {
  'bank-payins/return-unplaced.ts returnUnplaced': 'a transfer without an order goes back whole, to its sender',
  'chain-payins/collect-deposits.ts collectDeposits': 'coins of our own addresses, to our own wallet',
  'chain-payouts/account-chain.ts outbidForgotten': 'nothing, under numbers that a restore forgot',
  'chain-payouts/utxo/bump-fee.ts bringForgottenBack': 'coins that a restore forgot, to our own wallet',
  'operating/forgotten/settle-payment.ts settleForgottenPayment':
    'what is left of a payment whose order a restore forgot, to its payer',
};

/** Planned by who has compared the price; compared with the order again before it is sent. */
const comparedWhenSent = [
  'bank-payouts/bank-payout.ts plan',
  'card-payouts/card-payout.ts plan',
  'chain-payouts/chain-payout.ts plan',
];

function calls(unit: Unit, { file, name, isExported }: Unit): number {
  const path = `/${file}`.split('/').at(-1)?.replace('.', '\\.');
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${path}'`);
  if (unit.file !== file && !(isExported && imported.test(texts.get(unit.file) ?? ''))) return -1;
  // By a call, or as a value that somebody calls.
  return unit.body.search(new RegExp(`(?<![.\\w'"\`])${name}(?=\\(|,|\\))`));
}

/** Units by which money leaves although nothing was compared before. */
function findUnchecked(): Unit[] {
  let found: Unit[] = [];
  for (;;) {
    const next = units.filter((unit) => {
      const places = [...exits.map((exit) => unit.body.search(exit)), ...found.map((sender) => calls(unit, sender))];
      const first = Math.min(...places.filter((at) => at >= 0));
      return first !== Infinity && !unit.isAfterwards && !comparison.test(unit.body.slice(0, first));
    });
    if (next.length === found.length) return next;
    found = next;
  }
}

describe('an order is what was promised: code that plans, sends or gives back compares with the promise first', () => {
  test('every method of a port and every table of payouts is known', () => {
    const ports = ['bank', 'acquirer', 'bitcoin', 'evm']
      .map((kind) => readText(`providers/${kind}/port.ts`))
      .join('\n');
    const methods = [...ports.matchAll(/^ {2}(\w+)\(/gm)].map(([, name = '']) => name);
    expect([...new Set(methods)].toSorted()).toEqual(Object.keys(portMethods).toSorted());
    const [, rows = ''] =
      /export interface (?:DB|Database) \{([^}]*)\}/.exec(readText('database/types.generated.ts')) ?? [];
    const named = [...rows.matchAll(/^ {2}(\w*(?:payouts|refunds|payoutHolds|withdrawals))\b/gim)];
    expect(named.map(([, name = '']) => name).toSorted()).toEqual(Object.keys(tables).toSorted());
  });

  test.each(exits.map((exit) => [exit]))('%s is somewhere', (exit) => {
    expect(units.filter((unit) => exit.test(unit.body))).not.toEqual([]);
  });

  test('code that compares nothing is called by code that did, or sends what is of no order', () => {
    const unchecked = findUnchecked();
    expect(unchecked.length).toBeGreaterThan(10);
    const first = unchecked.filter((sender) => !units.some((unit) => unit !== sender && calls(unit, sender) >= 0));
    expect(first.map(({ file, name }) => `${file} ${name}`).toSorted()).toEqual(
      [...Object.keys(ofNoOrder), ...comparedWhenSent].toSorted(),
    );
  });
});
