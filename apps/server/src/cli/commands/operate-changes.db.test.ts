import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { testCard } from '../../modules/acquirer-payins/fixtures/open-card-world.ts';
import { raiseAlarm } from '../../modules/alarms/raise-alarm.ts';
import { collectTransfers } from '../../modules/bank-payins/collect-transfers.ts';
import { sellToCard } from '../../modules/card-payouts/fixtures/sell-to-card.ts';
import { claimCase, commentField } from '../../modules/operating/review-cases.ts';
import { textColumns } from '../../modules/closing/personal-columns.ts';
import { changeOperators } from '../../modules/operators/fixtures/change-operators.ts';
import { actAsOperator } from '../../modules/operators/operators.ts';
import { listHolds, openHold } from '../../modules/payout-holds/store.ts';
import { watchPrices } from '../../modules/rates/watch-prices.ts';
import { makePicture, openVerificationWorld } from '../../modules/verification/fixtures/verification-world.ts';
import { commands, type Command } from './operate-commands.ts';

const world = await openVerificationWorld();
// One person releases nothing alone, so that every release has to ask for a second.
const context = { ...world.context, config: { ...world.context.config, OPERATOR_ALONE_EUR: 0 } };
const { db } = context;
const { clientWithCoins, sell } = sellToCard(world);
const picture = await makePicture('jpeg');
const folder = await mkdtemp(join(tmpdir(), 'causeway-operate-'));
await watchPrices(context);

/** A pay-out to a card that refused it. */
async function stick(isListed = false): Promise<string> {
  const niceId = await sell(await clientWithCoins(), await world.sandbox.cardToken(testCard.restricted));
  await world.work();
  if (isListed) await db.updateTable('cards').set({ isListed: true }).execute();
  return niceId;
}

/** A transfer whose reference names no order. */
async function lose(): Promise<string> {
  const [sender_name, sender_iban] = ['Ada Lovelace', 'DE89370400440532013000'];
  const iban = await world.sandbox.bankIban();
  const sent = { sender_name, sender_iban, iban, currency: 'EUR', reference: 'for coins', amount: '500', notify: 0 };
  const { id } = await world.sandbox.bankTransfer(sent);
  await collectTransfers(context);
  await world.work();
  return id;
}

/** A paid order above the limit of one. */
async function hold(): Promise<string> {
  const access = await world.signIn();
  const { order } = await world.buy(access, { payin_amount: '250' });
  await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
  const before = world.jobContext.config.ORDER_MOST_EUR;
  world.jobContext.config.ORDER_MOST_EUR = 100;
  await world.work();
  world.jobContext.config.ORDER_MOST_EUR = before;
  return order.nice_id;
}

async function keep(): Promise<string> {
  const { niceId } = await world.signInClient();
  const idempotencyKey = `test_kept:${randomUUID()}`;
  const postings = [{ from: paths.treasury, to: paths.held(niceId), amount: 1234n, currency: 'EUR' }];
  const entry = { kind: 'test_kept', reference: niceId, idempotencyKey, postings };
  await db.transaction().execute((trx) => postEntry(trx, context, entry));
  return niceId;
}

/** A case that an operator has claimed, or that waits. */
async function submit(wizard: 'identity' | 'address', operator?: string): Promise<{ caseId: string; file: string }> {
  const { access, clientId } = await world.client(wizard === 'identity' ? 'basic' : 'identity');
  const paper: Record<string, string> = wizard === 'identity' ? { document_type: 'id_card' } : {};
  const types = wizard === 'identity' ? ['front', 'back', 'selfie'] : ['utility'];
  for (const type of types) await world.upload(access, { wizard, type, ...paper }, picture);
  await world.ask('/verification/update', access, { wizard, ...paper });
  const row = db.selectFrom('verifications').innerJoin('documents', 'documents.clientId', 'verifications.clientId');
  const { verificationId, documentId } = await row
    .select(['verifications.verificationId', 'documentId'])
    .where('verifications.clientId', '=', clientId)
    .where('verifications.wizard', '=', wizard)
    .executeTakeFirstOrThrow();
  if (operator !== undefined) await claimCase(context, { caseId: verificationId, operator });
  return { caseId: verificationId, file: documentId };
}

/** A case of support. */
async function write(): Promise<string> {
  const number = `S${randomInt(10_000_000, 99_999_999)}`;
  const row = {
    caseId: randomUUID(),
    number,
    email: 'ada@example.com',
    language: 'en',
    message: 'Where are my coins?',
  };
  await db
    .insertInto('supportCases')
    .values({ ...row, createdAt: context.clock.now() })
    .execute();
  return number;
}

/** An address that a client's order was given. */
async function give(): Promise<string> {
  const { access, clientId } = await world.signInClient();
  const coins = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02', dst_address: '' };
  await world.buy(access, { ...coins, payout_currency: 'EUR', payout_group: 'balance' });
  await world.work();
  const addresses = db.selectFrom('depositAddresses').innerJoin('orders', 'orders.orderId', 'depositAddresses.orderId');
  const row = addresses.select('address').where('orders.clientId', '=', clientId);
  return (await row.executeTakeFirstOrThrow()).address;
}

/** Coins of an unknown token on an address, and a transaction that the address has signed and that moved as many. */
async function stray(): Promise<{ coinsId: string; txid: string }> {
  const { clientId } = await world.signInClient();
  const address = await world.sandbox.outsideAddress('ethereum');
  const txid = await world.sandbox.send('ethereum', { address, amount: '1', asset: 'STRAY' });
  await world.sandbox.mine('ethereum', 1);
  const { evm } = context.providers;
  const { sender = '', blockHash = '' } = (await evm.getTransaction(txid)) ?? {};
  const { token = '' } = (await evm.listTransfers(blockHash)).find((transfer) => transfer.txid === txid) ?? {};
  const [addressId, coinsId, now] = [randomUUID(), randomUUID(), context.clock.now()];
  const place = { keyIndex: BigInt(randomInt(1_000_000)), keyPath: '0/0', createdAt: now };
  await db
    .insertInto('depositAddresses')
    .values({ addressId, chain: 'ethereum', address: sender, clientId, ...place })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
    .execute();
  const known = db.selectFrom('depositAddresses').select('addressId').where('address', '=', sender);
  const coins = { network: 'ethereum', txid, place: 0, token, units: 1n, status: 'waiting', foundAt: now };
  await db
    .insertInto('unknownCoins')
    .values({ coinsId, clientId, ...(await known.executeTakeFirstOrThrow()), ...coins })
    .execute();
  return { coinsId, txid };
}

/** What a command needs in the world so that it can be carried out, and what it is then given. */
const arranged: Readonly<Record<string, (operator: string) => Promise<readonly string[]>>> = {
  'clear-alarm': async () => {
    await raiseAlarm(context, db, { kind: 'sanctions_hit', subject: 'CLSEEN' });
    return ['sanctions_hit', 'CLSEEN', 'another person'];
  },
  'find-address': async () => [await give(), 'coins of another network'],
  'coins-returned': async () => {
    const { coinsId, txid } = await stray();
    return [coinsId, txid];
  },
  'close-coins': async () => [(await stray()).coinsId, 'worth nothing'],
  transfers: async () => {
    await lose();
    return [];
  },
  place: async () => {
    const fields = { payin_group: 'sepa', payin_amount: '500', is_agree_name: '1' };
    const { order } = await world.buy(await world.signIn(), fields);
    await world.work();
    return [await lose(), order.nice_id];
  },
  return: async () => [await lose()],
  retry: async () => [await stick(true)],
  stop: async () => [await stick()],
  'to-balance': async () => [await stick()],
  'by-hand': async () => [await stick(), 'transfer 4711'],
  release: async () => [await hold()],
  'give-back': async () => [await hold()],
  'trust-clock': async () => [],
  'accept-price': async () => ['BTC', '58000'],
  'free-held': async () => [await keep(), 'EUR', 'held'],
  'book-kept': async () => [await keep(), 'EUR', 'held', 'paid from elsewhere'],
  'recover-addresses': async () => {
    const row = { chain: 'bitcoin', height: 10, updatedAt: context.clock.now() };
    await db
      .insertInto('depositScans')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return ['bitcoin', '1'];
  },
  'release-chain': async () => {
    const payments = [{ place: 0, address: 'CWELSEWHERE', currency: 'EUR', amount: '1000' }];
    const hold = { chain: 'bank_one', reason: 'unknown_spend', subject: randomUUID() } as const;
    await openHold(context, db, { ...hold, details: { inputs: [], payments, fee: '0' } });
    return ['bank_one', String((await listHolds(db, 'bank_one')).length)];
  },
  'book-forgotten': async () => {
    const { niceId } = await world.signInClient();
    const idempotencyKey = `test_balance:${randomUUID()}`;
    const postings = [{ from: paths.treasury, to: paths.client(niceId), amount: 1234n, currency: 'EUR' }];
    const entry = { kind: 'test_kept', reference: niceId, idempotencyKey, postings };
    await db.transaction().execute((trx) => postEntry(trx, context, entry));
    const payments = [{ place: 0, address: 'CWFORGOTTEN', currency: 'EUR', amount: '1234' }];
    const hold = { chain: 'bank_one', reason: 'unknown_spend', subject: `po_${randomUUID()}` } as const;
    await openHold(context, db, { ...hold, details: { inputs: [], payments, fee: '0' } });
    return [hold.chain, hold.subject, niceId, '12.34', 'EUR'];
  },
  'settle-payment': async () => {
    const later = new Date(Date.now() + 3_600_000);
    const asked = { reference: `CW${randomInt(10_000_000, 99_999_999)}`, amount: '12.34', currency: 'EUR' };
    const page = { description: '', returnUrl: 'https://causeway.test', expiresAt: later, isCardKept: false } as const;
    const acquirer = context.providers.acquirers.find('card_one');
    const { id } = await acquirer.createPayment({ key: randomUUID(), flow: 'page', ...asked, ...page });
    await world.sandbox.settlePayment(id, 'approved', 0);
    const released = { releasedAt: new Date(), releasedBy: 'grace' };
    await db.updateTable('payoutHolds').set(released).where('releasedAt', 'is', null).execute();
    return ['card_one', id, (await world.signInClient()).niceId];
  },
  'load-sanctions': async () => {
    const file = join(folder, 'list.txt');
    await writeFile(file, 'Nobody Atall\n');
    return ['test-list', '2020-01-01', file];
  },
  'claim-case': async () => [(await submit('address')).caseId],
  'release-case': async (operator) => [(await submit('address', operator)).caseId],
  'read-case': async (operator) => [(await submit('address', operator)).caseId, 'review'],
  'show-document': async (operator) => [(await submit('address', operator)).file, join(folder, 'shown'), 'review'],
  'comment-field': async (operator) => [(await submit('identity', operator)).caseId, 'document_type', 'A passport.'],
  'comment-document': async (operator) => [(await submit('address', operator)).file, 'Cut off.'],
  'approve-case': async (operator) => [(await submit('address', operator)).caseId],
  'ask-again': async (operator) => {
    const { caseId } = await submit('identity', operator);
    await commentField(context, { caseId, operator, field: 'document_type', comment: 'A passport.' });
    return [caseId];
  },
  'reject-case': async (operator) => [(await submit('address', operator)).caseId, 'a copy'],
  'reopen-basic': async () => {
    const { clientId, email } = await world.signInClient();
    await db
      .insertInto('verifications')
      .values({
        verificationId: randomUUID(),
        clientId,
        wizard: 'basic',
        walletId: '',
        status: 'approved',
        createdAt: new Date(),
      })
      .execute();
    await db.updateTable('clients').set({ level: 'basic' }).where('clientId', '=', clientId).execute();
    return [email, 'a thief typed them'];
  },
  'revoke-identity': async () => {
    const { clientId, email } = await world.signInClient();
    const row = { verificationId: randomUUID(), clientId, wizard: 'identity', walletId: '', status: 'approved' };
    await db
      .insertInto('verifications')
      .values({ ...row, createdAt: new Date() })
      .execute();
    return [email, 'the provider took it back'];
  },
  'end-sessions': async () => [(await world.signInClient()).email],
  'end-forgotten-secrets': async () => {
    const { clientId } = await world.signInClient();
    const file = join(folder, 'security.log');
    await writeFile(file, JSON.stringify({ msg: 'security', clientId, reason: 'password-changed' }));
    return [file];
  },
  'read-support': async () => [await write(), 'asked'],
  'close-support': async () => [await write()],
  'seal-anew': async () => [],
  'end-all-sessions': async () => [],
};

/** Every text in a personal column, but those of the rows that the commands are there to show. */
async function listPersonal(): Promise<string[]> {
  const shown = ['alarms', 'order_holds'];
  const found = new Set<string>();
  for (const [table, { closed = [], soon = [], retained, aged }] of Object.entries(textColumns)) {
    if (shown.includes(table)) continue;
    for (const column of new Set([...closed, ...soon, ...(retained?.columns ?? []), ...(aged?.columns ?? [])])) {
      const { rows } = await sql<{ value: string }>`
        select distinct ${sql.ref(column)}::text as value from ${sql.table(table)} where length(${sql.ref(column)}::text) > 5
      `.execute(db);
      for (const { value } of rows) found.add(value);
    }
  }
  return [...found];
}

/** Commands about money and keys that one person gives, with the reason. */
const byOnePerson: Readonly<Record<string, string>> = {
  'clear-alarm': 'moves nothing',
  'find-address': 'only reads',
  'coins-returned': 'moves nothing: what was sent is looked up',
  'close-coins': 'moves nothing',
  transfers: 'only reads',
  return: 'back to where it came from',
  stop: 'moves nothing',
  'recover-addresses': 'moves nothing',
  'give-back': 'back to its payer',
  'trust-clock': 'moves nothing, and names no price',
  'end-sessions': 'gives nothing away, and cannot wait',
  'end-all-sessions': 'gives nothing away, and cannot wait',
  'end-forgotten-secrets': 'ends at once, and asks for what it lets be paid alone',
  'seal-anew': 'shows nothing, and opens with a secret that is in the settings',
};
const changes = Object.entries(commands).filter(([, { role }]) => role !== undefined);
const readAll = async () =>
  (await db.selectFrom('operatorActions').select(['actionId', 'operator', 'action', 'details']).execute()).map(
    ({ actionId, ...row }) => [actionId, row] as const,
  );

/** Runs a command. @returns the rows that it left */
async function leave(command: Command, operator: string, given: readonly string[]) {
  const before = new Map(await readAll());
  const output = await command.run(context, operator, given);
  return { output, rows: (await readAll()).flatMap(([id, row]) => (before.has(id) ? [] : [row])) };
}

/** Law "Fresh proof": a command that is under way when its operator ends, or gets another key or role. */
async function refusesEnded(command: Command, operator: string, given: readonly string[]): Promise<void> {
  const [key, role, now] = [randomUUID(), command.role ?? 'money', context.clock.now()];
  const keyHash = createHash('sha256').update(key).digest();
  const before = await readAll();
  await changeOperators(world, async (owner) => {
    const row = { name: operator, roles: [role], keyHash, createdAt: now };
    await owner.insertInto('operators').values(row).execute();
    const { acting } = await actAsOperator(context, { name: operator, key, role });
    const set = async (values: { endedAt?: Date | null; keyHash?: Buffer; roles?: string[] }) =>
      owner.updateTable('operators').set(values).where('name', '=', operator).execute();
    for (const values of [
      { endedAt: now },
      { endedAt: null, keyHash: createHash('sha256').digest() },
      { keyHash, roles: ['desk'] },
    ]) {
      await set(values);
      await expect(command.run(acting, operator, given)).rejects.toThrow('by now');
    }
    await owner.deleteFrom('operators').where('name', '=', operator).execute();
  });
  expect(await readAll()).toEqual(before);
}

describe('commands that move money or keys leave a row with a name', () => {
  test('every command that changes something, or shows what is personal, is carried out here', () => {
    expect(Object.keys(arranged).toSorted()).toEqual(changes.map(([name]) => name).toSorted());
  });

  test.each(changes)('%s', { timeout: 60_000 }, async (name, command) => {
    const [ann, bob] = [`ann of ${name}`, `bob of ${name}`];
    const given = (await arranged[name]?.(ann)) ?? [];
    expect(given).toHaveLength(command.takes);
    await refusesEnded(command, ann, given);
    const first = await leave(command, ann, given);
    expect(first.rows.map(({ operator }) => operator)).toEqual([ann]);
    const isAsked = first.rows[0]?.action === 'release_asked';
    const { role } = command;
    expect(isAsked).toBe((role === 'money' || role === 'keys') && byOnePerson[name] === undefined);
    if (!isAsked) return;
    expect(first.output).toContain('Asked for, and not done');
    expect((await leave(command, ann, given)).rows.map(({ action }) => action)).toEqual(['release_asked']);
    const second = await leave(command, bob, given);
    expect(second.rows.map(({ operator }) => operator)).toEqual([bob]);
    expect(second.rows[0]?.action).not.toBe('release_asked');
    expect(second.output).not.toContain('Asked for');
  });

  test.each(changes.filter(([, { takes }]) => takes > 0))('%s that is refused leaves none', async (_name, command) => {
    const before = await readAll();
    const nothing = Array.from({ length: command.takes }, () => 'CWNOTHING');
    await expect(command.run(context, 'ann', nothing)).rejects.toThrow();
    expect(await readAll()).toEqual(before);
  });

  test('whatever leaves none only reads, and nothing that the list of columns calls personal', async () => {
    // What holds a chain comes last: no balance is spent then.
    const one = [
      'clear-alarm',
      'release',
      'by-hand',
      'free-held',
      'read-support',
      'transfers',
      'release-chain',
    ] as const;
    for (const name of [...one, 'find-address', 'close-coins', 'claim-case'] as const) await arranged[name]?.('ann');
    const { number } = await db.selectFrom('orders').select('number').limit(1).executeTakeFirstOrThrow();
    const before = await readAll();
    const silent = Object.entries(commands).filter(([, { role }]) => role === undefined);
    const personal = await listPersonal();
    // Who wrote to support, who sent a transfer, whom an order belongs to.
    expect(personal).toEqual(expect.arrayContaining(['ada@example.com', 'Ada Lovelace', 'DE89370400440532013000']));
    for (const [name, { takes, run }] of silent) {
      const output = await run(context, '', takes === 0 ? [] : [`CW${number}`]);
      expect(
        personal.filter((value) => output.includes(value)),
        name,
      ).toEqual([]);
      expect(output, `${name} shows nothing here`).not.toBe('None.');
    }
    expect(await readAll()).toEqual(before);
  });
});
