import type pg from 'pg';
import { withClient } from './with-client.ts';

interface Filled {
  client: { clientId: string; niceId: string };
  /** An order of the client, which is copied. */
  niceId: string;
  rows: number;
}

/**
 * So many rows in each list of a client, one a minute from 2020 on: past the triggers, which would take minutes. The
 * ledger gets none of them, so the client may have no balance of its own, and the rows are taken out again.
 */
export function fillLists(ownerUrl: string, { client, niceId, rows }: Filled): Promise<void> {
  const path = `client:${client.niceId}`;
  return pastTriggers(ownerUrl, async (owner) => {
    await owner.query(
      `create temp table made on commit drop as select number, gen_random_uuid() as id, timestamptz '2020-01-01Z' + number * interval '1 minute' as at
       from generate_series(1, ${rows}) as number`,
    );
    await owner.query(
      `insert into orders select copied.* from orders template cross join made
         cross join lateral jsonb_populate_record(template, jsonb_build_object(
           'order_id', id, 'quote_id', gen_random_uuid(), 'nice_id', 'MADE' || made.number, 'number', made.number, 'status', 'finished', 'created_at', at, 'finished_at', at)) as copied
       where template.nice_id = $1`,
      [niceId],
    );
    await owner.query(
      `insert into balance_operations (path, place, created_at, entry_id, currency, amount, balance, kind, reference)
       select $1, number, at, id, 'EUR', number, number * (number + 1) / 2, case when number % 2 = 0 then 'crypto_payin' else 'balance_payout' end, 'MADE' || number from made`,
      [path],
    );
    await owner.query(
      `insert into notifications (notification_id, client_id, template, parameters, occasion, created_at, read_at)
       select id, $1::uuid, 'new-device', '{}', 'made:' || number, at, case when number % 10 > 0 then at end from made`,
      [client.clientId],
    );
    await owner.query(
      `insert into referral_statement select $1::uuid, number, at, 'RW' || number, 1, 100, 1, number, 0, number from made`,
      [client.clientId],
    );
    await owner.query(
      `insert into referral_payouts (payout_id, nice_id, client_id, amount, status, created_at, place)
       select id, 'RP' || number, $1::uuid, 1, 'finished', at, number from made`,
      [client.clientId],
    );
    // What was paid was earned, as the books demand.
    await owner.query(
      `insert into referral_rewards (order_id, level, nice_id, client_id, deal_amount, amount, fee_currency, fee_amount, status, created_at, check_at, payout_id)
       select id, 1, 'RW' || number, $1::uuid, 100, 1, 'EUR', 1, 'released', at, at, id from made`,
      [client.clientId],
    );
    await owner.query(
      `insert into list_counts select list, case list when 'operations' then $1 else $2 end, ${rows}, (select max(at) from made)
       from unnest(array['operations', 'rewards', 'payouts']) as list`,
      [path, client.clientId],
    );
  });
}

/** Takes them out again, as nothing of the ledger stands behind them. */
export function emptyLists(ownerUrl: string, { clientId, niceId }: Filled['client']): Promise<void> {
  return pastTriggers(ownerUrl, async (owner) => {
    await owner.query(`delete from balance_operations where path = $1`, [`client:${niceId}`]);
    await owner.query(`delete from list_counts where owner in ($1, $2)`, [`client:${niceId}`, clientId]);
    await owner.query(`delete from referral_statement where client_id = $1`, [clientId]);
    await owner.query(`delete from referral_rewards where client_id = $1`, [clientId]);
    await owner.query(`delete from referral_payouts where client_id = $1`, [clientId]);
    await owner.query(`delete from notifications where client_id = $1 and occasion like 'made:%'`, [clientId]);
    await owner.query(`delete from orders where nice_id like 'MADE%'`);
  });
}

/** One transaction past the triggers; then the planner knows how long the lists are. */
function pastTriggers(ownerUrl: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  return withClient(ownerUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await work(owner);
    await owner.query('commit');
    await owner.query('vacuum analyze');
  });
}
