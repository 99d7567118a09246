import { ProductClient } from '@causeway/testing/product-client';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import pg from 'pg';
import { z } from 'zod';
import { KeepAliveClient } from './keep-alive-client.ts';
import type { Row } from './print-rows.ts';

const few = 1000;
const many = 1_000_000;
const ratioMost = 1.3;
const warmUp = 50;
const readings = 300;
const pageLength = 20;

interface ListsBench {
  productUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
}

interface Owner {
  client: ProductClient;
  clientId: string;
  path: string;
  rows: number;
}

/**
 * The first, a middle and the last page of each list of a client with a thousand rows beside those of one with a
 * million. Both are read in turn, so that what else the machine does is the same for both.
 */
export async function benchLists({ productUrl, sandboxUrl, databaseUrl }: ListsBench): Promise<Row[]> {
  const driver = new SandboxDriver(sandboxUrl);
  const database = new pg.Client({ connectionString: databaseUrl });
  const calls = new KeepAliveClient(productUrl);
  await database.on('error', () => {}).connect();
  try {
    const owners: Owner[] = [];
    for (const rows of [few, many]) {
      const client = new ProductClient(productUrl, driver);
      await client.register();
      const niceId = await client.createOrder(await driver.outsideAddress('bitcoin'), '31');
      const found = await database.query<{ id: string; path: string }>(
        `select client_id as id, 'client:' || nice_id as path from clients where email = $1`,
        [client.email],
      );
      const owner = { client, clientId: found.rows[0]?.id ?? '', path: found.rows[0]?.path ?? '', rows };
      await fill(database, owner, niceId);
      owners.push(owner);
    }
    await database.query('vacuum analyze');
    // The lists take longer to fill than an access token is good for.
    for (const { client } of owners) await client.renew();
    const read = async (list: List, owner: Owner, place: number) => {
      const fields = await list.fieldsOf(database, owner, place);
      return () => post(calls, list, owner.client.access, fields);
    };
    return await measureAll(read, owners);
  } finally {
    calls.close();
    await database.end();
  }
}

interface List {
  name: string;
  path: string;
  /** What asks for the page that begins after so many rows. */
  fieldsOf: (database: pg.Client, owner: Owner, place: number) => Promise<Record<string, string>>;
}

const byStart: List['fieldsOf'] = async (_database, _owner, place) => ({
  start: String(place),
  length: String(pageLength),
});

/** The last row of the page before is what such a page begins after; its place is its number. */
const byCursor =
  (field: string, table: string, id: string): List['fieldsOf'] =>
  async (database, { clientId }, place) => {
    if (place === 0) return {};
    const { rows } = await database.query<{ cursor: string }>(
      `select floor(extract(epoch from created_at) * 1000)::bigint || '_' || ${id} as cursor
       from ${table} where client_id = $1 order by created_at desc, ${id} desc limit 1 offset $2`,
      [clientId, place - 1],
    );
    return { [field]: rows[0]?.cursor ?? '' };
  };

const lists: readonly List[] = [
  { name: 'operations', path: '/balance/history', fieldsOf: byStart },
  { name: 'transactions', path: '/transactions', fieldsOf: byCursor('page', 'orders', 'order_id') },
  { name: 'notifications', path: '/notifications', fieldsOf: byCursor('page_id', 'notifications', 'notification_id') },
  { name: 'rewards', path: '/referral/statement', fieldsOf: byStart },
  { name: 'payouts of rewards', path: '/referral/payouts', fieldsOf: byStart },
];

const pages = [
  ['first page', () => 0],
  ['middle page', (rows: number) => rows / 2],
  ['last page', (rows: number) => rows - pageLength],
] as const;

type Read = (list: List, owner: Owner, place: number) => Promise<() => Promise<number>>;

async function measureAll(read: Read, owners: readonly Owner[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const list of lists)
    for (const [page, placeOf] of pages) {
      const reads = await Promise.all(owners.map((owner) => read(list, owner, placeOf(owner.rows))));
      const times = owners.map((): number[] => []);
      for (let turn = 0; turn < warmUp + readings; turn += 1)
        for (const [index, one] of reads.entries()) {
          const took = await one();
          if (turn >= warmUp) times[index]?.push(took);
        }
      const [small = 0, large = 0] = times.map(lowerQuartile);
      const ratio = large / small;
      rows.push(
        { name: `${list.name}, ${page}, at ${few} rows`, value: small.toFixed(2), unit: 'ms' },
        { name: `${list.name}, ${page}, at ${many} rows`, value: large.toFixed(2), unit: 'ms' },
        {
          name: `${list.name}, ${page}, million beside thousand`,
          value: ratio.toFixed(2),
          unit: '×',
          goal: `at most ${ratioMost}`,
          isMet: ratio <= ratioMost,
        },
      );
    }
  return rows;
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? 0;
}

const listed = z.object({ data: z.array(z.unknown()) });

/** @returns milliseconds until the whole answer was there */
async function post(calls: KeepAliveClient, list: List, access: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-authorization': `Bearer ${access}` };
  const began = performance.now();
  const answer = await calls.post(list.path, new URLSearchParams(fields).toString(), headers);
  const took = performance.now() - began;
  const { data } = listed.parse(answer);
  if (data.length !== pageLength) throw new Error(`${list.path} answered ${data.length} rows.`);
  return took;
}

/** Past the triggers, which would take hours; what they would have written is written at once. */
async function fill(database: pg.Client, { clientId, path, rows }: Owner, niceId: string): Promise<void> {
  await database.query('begin');
  await database.query('set local session_replication_role = replica');
  await database.query(
    `create temp table made on commit drop as select number, gen_random_uuid() as id, timestamptz '2020-01-01Z' + number * interval '1 minute' as at
     from generate_series(1, ${rows}) as number`,
  );
  // The pages that are read have their prices; a million of them would measure the disk.
  await database.query(
    `insert into orders select copied.* from orders template cross join made
       cross join lateral jsonb_populate_record(template, jsonb_build_object(
         'order_id', id, 'quote_id', gen_random_uuid(), 'nice_id', $2::text || made.number, 'number', $2::text || made.number, 'status', 'finished', 'created_at', at, 'finished_at', at,
         'pricing', case when made.number % ${rows / 2} between 1 and 100 or made.number % ${rows / 2} > ${rows / 2 - 100} or made.number % ${rows / 2} = 0
           then template.pricing else '{}' end)) as copied
     where template.nice_id = $1`,
    [niceId, `B${rows}X`],
  );
  await database.query(`delete from orders where nice_id = $1`, [niceId]);
  await database.query(
    `insert into balance_operations (path, place, created_at, entry_id, currency, amount, balance, kind, reference)
     select $1, number, at, id, 'EUR', 1, number, 'crypto_payin', $2::text || number from made`,
    [path, `B${rows}X`],
  );
  await database.query(
    `insert into notifications (notification_id, client_id, template, parameters, occasion, created_at)
     select id, $1::uuid, 'new-device', '{}', id::text, at from made`,
    [clientId],
  );
  await database.query(
    `insert into referral_statement select $1::uuid, number, at, 'RW' || number, 1, 100, 1, number, 0, number from made`,
    [clientId],
  );
  await database.query(
    `insert into referral_payouts (payout_id, nice_id, client_id, amount, status, created_at, place)
     select id, $2::text || number, $1::uuid, 1, 'finished', at, number from made`,
    [clientId, `B${rows}P`],
  );
  await database.query(`delete from list_counts where owner in ($1, $2)`, [path, clientId]);
  await database.query(
    `insert into list_counts select list, case list when 'operations' then $1 else $2 end, ${rows}, (select max(at) from made)
     from unnest(array['operations', 'rewards', 'payouts']) as list`,
    [path, clientId],
  );
  await database.query(`delete from notifications where client_id = $1 and occasion <> notification_id::text`, [
    clientId,
  ]);
  await database.query('commit');
}
