import { currencyList } from '@causeway/domain/currencies/currency-list';
import { z } from 'zod';
import type { SandboxDriver } from './sandbox-driver.ts';
import type { SandboxJournal } from './sandbox-answers.ts';
import { sumChainJournal } from './sum-chain-journal.ts';
import { withClient } from './with-client.ts';

const precisions = new Map(currencyList.map(({ code, precision }) => [code, precision]));

/**
 * Addresses of the product that are never paid from outside: where deposits are collected, and those that get gas for
 * it.
 */
const ownSql = `
  select address from deposit_addresses
  union select recipient from account_transactions where purpose in ('collect', 'gas')`;
const ownRow = z.object({ address: z.string() });

const ledgerRow = z.object({ kind: z.string(), subject: z.string(), amount: z.string() });
const outsideSql = `
  select case
           when line.kind = 'card_payout_return' then 'card back'
           when line.path like 'world:card:%' then case when line.amount < 0 then 'card in' else 'card out' end
           when line.path like 'world:bank:%' then case when line.amount < 0 then 'bank in' else 'bank out' end
           else 'chain'
         end as kind,
         case when line.path like 'world:card:%' then line.reference || ' ' || line.currency
           when line.kind in ('bank_payout', 'bank_payout_return') then line.reference || ' ' || line.currency
           else line.currency end as subject,
         (case when bool_or(line.path like 'world:chain:%') then -sum(line.amount) else abs(sum(line.amount)) end)::text as amount
  from ledger_lines line
  where line.path like 'world:%'
  group by 1, 2`;

/**
 * Compares the ledger with the sandbox's journal, which records what really happened outside: every payment, refund and
 * pay-out by card, what came back of it and every pay-out by bank, by order; all other bank transfers by currency; and
 * all coins in and out with their fees. Also proves that every entry sums to zero.
 *
 * @param ownAddresses addresses of the product that were not paid from outside: its wallet, which change comes back to
 * @returns one line for each difference; none when the books are right
 */
export function compareLedgerWithJournal(
  databaseUrl: string,
  sandbox: SandboxDriver,
  ownAddresses: readonly string[] = [],
): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(outsideSql);
    const unbalanced = await client.query(
      'select entry_id, currency from ledger_lines group by entry_id, currency having sum(amount) <> 0',
    );
    const inLedger = new Map(
      z
        .array(ledgerRow)
        .parse(rows)
        .map(({ kind, subject, amount }) => [`${kind} ${subject}`, BigInt(amount)]),
    );
    const own = await client.query(ownSql);
    const named = z.array(ownRow).parse(own.rows);
    const addresses = [...ownAddresses, ...named.map(({ address }) => address)];
    const differences = compare(inLedger, sumJournal(await sandbox.journal(), addresses));
    return unbalanced.rowCount === 0
      ? differences
      : [...differences, `${unbalanced.rowCount} entries do not sum to zero`];
  });
}

function sumJournal(journal: SandboxJournal, own: readonly string[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (key: string, amount: string, currency: string): void => {
    sums.set(key, (sums.get(key) ?? 0n) + toUnits(amount, currency));
  };
  for (const row of journal.card_payments) add(`card in ${row.reference} ${row.currency}`, row.amount, row.currency);
  for (const row of [...journal.card_refunds, ...journal.card_payouts])
    add(`card out ${row.reference} ${row.currency}`, row.amount, row.currency);
  for (const row of journal.card_payout_returns)
    add(`card back ${row.reference} ${row.currency}`, row.amount, row.currency);
  const bankSubject = ({
    kind,
    reference,
    currency,
  }: {
    kind?: string | undefined;
    reference: string;
    currency: string;
  }) => (kind?.startsWith('payout') === true ? `${reference} ${currency}` : currency);
  for (const row of journal.bank_in) add(`bank in ${bankSubject(row)}`, row.amount, row.currency);
  for (const row of journal.bank_out) add(`bank out ${bankSubject(row)}`, row.amount, row.currency);
  for (const { amount, currency } of sumChainJournal(journal, own)) add(`chain ${currency}`, amount, currency);
  return sums;
}

function compare(ledger: ReadonlyMap<string, bigint>, journal: ReadonlyMap<string, bigint>): string[] {
  return [...new Set([...ledger.keys(), ...journal.keys()])].flatMap((key) => {
    const [reported, happened] = [ledger.get(key) ?? 0n, journal.get(key) ?? 0n];
    return reported === happened ? [] : [`${key}: the ledger has ${reported}, outside ${happened}`];
  });
}

function toUnits(text: string, currency: string): bigint {
  const precision = precisions.get(currency);
  if (text.startsWith('-')) return -toUnits(text.slice(1), currency);
  const [whole = '', fraction = ''] = text.split('.');
  if (precision === undefined || fraction.length > precision) throw new Error(`${text} ${currency} cannot be compared`);
  return BigInt(whole + fraction.padEnd(precision, '0'));
}
