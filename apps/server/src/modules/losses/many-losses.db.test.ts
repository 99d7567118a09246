import { openGrowth } from '@causeway/testing/grow-database';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { explainStatement, listenToStatements, rowsRead } from '../../database/fixtures/explain-statement.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, buy, spend } = await openLossWorld({ hasBooks: false });
const { context, sandbox, ownerUrl } = world;
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
afterAll(() => owner.end());

const copies = 2000;
const readMost = 100;
const asked = new Map<string, readonly unknown[]>();
const db = listenToStatements(context.db, (sql, parameters) => {
  if (sql.includes('order_losses')) asked.set(sql, parameters);
});
const report = async (payment: string, result: 'chargeback' | 'won') => {
  await sandbox.settlePayment(payment, result, 0);
  await confirmCardPayment({ ...context, db }, { acquirer: 'card_one', acquirerPaymentId: payment });
};

/** How much of the table of losses each statement reads; what it would write is not kept. */
async function readWhole(): Promise<string[]> {
  const whole: string[] = [];
  for (const [sql, parameters] of asked) {
    await owner.query('begin');
    await owner.query('set local enable_seqscan = off');
    const steps = await explainStatement(owner, { sql, parameters, analyze: true });
    await owner.query('rollback');
    const read = steps.filter((step) => step['Relation Name'] === 'order_losses').map(rowsRead);
    if (read.some((rows) => rows > readMost)) whole.push(`${read.join(' ')} rows: ${sql.replaceAll(/\s+/g, ' ')}`);
  }
  return whole;
}

/** A loss of what has bought bitcoin on the balance, and was followed to what that has bought. @returns its payment */
async function lose(): Promise<string> {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  await spend(client, amount, toEther);
  await report(payment, 'chargeback');
  return payment;
}

test('a loss is followed and ends without a look at all others that are open', async () => {
  await lose();
  asked.clear();
  const others = await openGrowth(ownerUrl, { days: 700, hasJobs: false });
  await others.add(copies);
  await others.close();
  expect((await context.db.selectFrom('orderLosses').select('lost').execute()).length).toBeGreaterThan(copies);
  await report(await lose(), 'won');
  expect(asked.size).toBeGreaterThan(5);
  expect(await readWhole()).toEqual([]);
});
