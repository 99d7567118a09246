import type { operationStatuses, operationTypes } from '@causeway/contract/calls/list-operations';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** Filters of a list: a time range, and for type and status one of these values; all where there are none. */
export interface OperationFilter {
  from: Date | undefined;
  /** The moment after the last one. */
  until: Date | undefined;
  type: readonly string[];
  status: readonly string[];
}

/** One movement of a client's balance, with what its order says of it. */
export interface OperationRow {
  niceId: string;
  createdAt: Date;
  type: (typeof operationTypes)[number];
  status: (typeof operationStatuses)[number];
  currency: string;
  /** Smallest units; below zero for what went. */
  amount: bigint;
  /** The part of it that is fees. */
  fee: bigint;
  chain: string;
  txid: string;
}

/** A page of a client's operations, the newest first. */
export async function selectOperations(
  executor: Executor,
  clientId: string,
  filter: OperationFilter,
  { start, length }: { start: number; length: number },
): Promise<OperationRow[]> {
  const { rows } = await sql<OperationRow>`
    select operation.nice_id, operation.created_at, type, operation.status, operation.currency, operation.amount,
      operation.fee,
      coalesce(payouts.chain, '') as chain, coalesce(payouts.txid, '') as txid
    from (${operationsOf(clientId, filter)}) as operation
      left join payouts on type = 'withdrawal' and payouts.order_id = operation.order_id
        and payouts.broadcast_at is not null
    where ${fits(filter)}
    order by operation.created_at desc, entry_id desc, operation.currency limit ${length} offset ${start}
  `.execute(executor);
  return rows;
}

/** How many operations a client has, and how many of them match. */
export async function countOperations(
  executor: Executor,
  clientId: string,
  filter: OperationFilter,
): Promise<{ total: number; filtered: number }> {
  const count = async (which: OperationFilter) => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from (${operationsOf(clientId, which)}) as operation where ${fits(which)}
    `.execute(executor);
    return Number(rows[0]?.count);
  };
  const total = await count({ from: undefined, until: undefined, type: [], status: [] });
  return { total, filtered: isOpen(filter) ? total : await count(filter) };
}

function isOpen({ from, until, type, status }: OperationFilter): boolean {
  return from === undefined && until === undefined && type.length === 0 && status.length === 0;
}

function fits({ type, status }: OperationFilter): RawBuilder<boolean> {
  return sql`(${type.length === 0} or operation.type = any(${[...type]}::text[]))
    and (${status.length === 0} or operation.status = any(${[...status]}::text[]))`;
}

/** An order is shown only to the client who made it: a partner is paid by orders of others. */
function operationsOf(clientId: string, { from, until }: OperationFilter) {
  return sql`
    select moved.created_at, entry_id, moved.currency, moved.amount, coalesce(own.nice_id, '') as nice_id, own.order_id,
      case
        when kind = 'balance_hold' then case when own.payout_group = 'balance' then 'exchange' else 'withdrawal' end
        when kind = 'balance_payout' then case when own.payin_group = 'balance' then 'exchange' else 'deposit' end
        when kind in ('crypto_payin', 'crypto_other_currency') then 'deposit'
        when kind in ('balance_release', 'refund_to_balance') then 'refund'
        when kind = 'partner_settlement' then 'affiliate'
        else 'other'
      end as type,
      case
        when kind <> 'balance_hold' or own.status = 'finished' then 'finished'
        when own.status in ('error', 'expired', 'refunded', 'canceled') then 'canceled'
        else 'pending'
      end as status,
      case when kind = 'balance_hold' and own.status not in ('error', 'expired', 'refunded', 'canceled')
        then (own.pricing ->> 'payinFee')::numeric + (own.pricing ->> 'serviceFee')::numeric
          + (own.pricing ->> 'networkFee')::numeric + coalesce((own.pricing ->> 'partnerFee')::numeric, 0)
        else 0 end as fee
    from clients join balance_operations moved on moved.path = 'client:' || clients.nice_id
      left join orders own on own.nice_id = moved.reference and own.client_id = clients.client_id
    where clients.client_id = ${clientId}
      and (${from ?? null}::timestamptz is null or moved.created_at >= ${from ?? null})
      and (${until ?? null}::timestamptz is null or moved.created_at < ${until ?? null})`;
}
