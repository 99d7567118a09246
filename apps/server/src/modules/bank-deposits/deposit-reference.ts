import { getDepositReference } from '@causeway/contract/calls/get-deposit-reference';
import type { AnswerOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { Language } from '@causeway/domain/languages/languages';
import { showOrderNumber } from '@causeway/domain/orders/order-number';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { isHeldAsBalance } from '../balance-deposits/deposit-options.ts';
import { findClient, holdClient } from '../clients/store.ts';
import { keepConsents } from '../consents/keep-consents.ts';
import { getPriceList } from '../currencies/get-price-list.ts';

const group = 'sepa';

/** C-93. */
export function bankDepositRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getDepositReference, async ({ request, language, identify }) => {
    const caller = await identify();
    if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
    return answer(context, { ...request, clientId: caller.clientId, language });
  });
}

interface Asked {
  clientId: string;
  currency: string;
  isAgreeName?: boolean | undefined;
  language: Language;
}

async function answer(context: AppContext, asked: Asked): Promise<AnswerOf<typeof getDepositReference>> {
  const { clientId, currency, isAgreeName = false } = asked;
  const list = await getPriceList(context);
  if (!isHeldAsBalance(list, currency)) throw new Refusal({ code: 'CURRENCY_UNKNOWN', field: 'currency' });
  const option = list.payin.get(currency)?.find((one) => one.group.code === group);
  if (option === undefined) throw new Refusal({ code: 'GROUP_UNKNOWN', field: 'currency', values: { group } });
  if (option.isPaused) throw new Refusal({ code: 'PAYIN_PAUSED', field: 'currency' });
  await requireCreditable(context, clientId);
  if (isAgreeName) await agree(context, asked);
  const row = await findReference(context, clientId);
  const shown = row === undefined || row.iban !== null ? row : await openAccount(context, row);
  const account = shown === undefined || shown.iban === null ? null : { ...shown, iban: shown.iban };
  return {
    success: toFlag(true),
    account: account && {
      iban: account.iban,
      bic: account.bic,
      bankName: account.bankName,
      holder: account.holder,
      reference: showOrderNumber(account.number),
    },
    currency,
    minAmount: formatAmount(option.minAmount, option.currency.precision),
    errors: [],
  };
}

/**
 * No account number is opened for a client who cannot be credited; one that is open stays.
 *
 * @throws Refusal EMAIL_UNCONFIRMED
 */
async function requireCreditable(context: AppContext, clientId: string): Promise<void> {
  const client = await findClient(context.db, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  if (client.emailConfirmedAt !== null) return;
  const row = await findReference(context, clientId);
  if (row === undefined || row.iban === null) throw new Refusal({ code: 'EMAIL_UNCONFIRMED' });
}

type Row = NonNullable<Awaited<ReturnType<typeof findReference>>>;

async function findReference({ db }: Pick<AppContext, 'db'>, clientId: string) {
  return db.selectFrom('depositReferences').selectAll().where('clientId', '=', clientId).executeTakeFirst();
}

/** Writes down that the client agrees, and draws its reference, once for ever. */
async function agree(context: AppContext, { clientId, language }: Asked): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    if ((await holdClient(trx, clientId)) === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const row = {
      clientId,
      referenceId: newUuid(context),
      bank: context.providers.bank.name,
      createdAt: context.clock.now(),
    };
    const made = await trx
      .insertInto('depositReferences')
      .values(row)
      .onConflict((conflict) => conflict.column('clientId').doNothing())
      .returning('number')
      .executeTakeFirst();
    if (made === undefined) return;
    const subject = showOrderNumber(made.number);
    const given = [{ purpose: 'own_account' as const, textKey: 'tpl:deposit:transfer_agree', subject }];
    await keepConsents(context, trx, { clientId, language, given });
  });
}

/** Has the bank make the account number; the same key gives the same one. @throws ProviderError */
async function openAccount(context: AppContext, row: Row): Promise<Row | undefined> {
  const { db, clock, config, providers } = context;
  const reference = showOrderNumber(row.number);
  const made = await providers.bank.issueRequisites({ key: row.referenceId, reference, holder: config.BRAND_NAME });
  await db
    .updateTable('depositReferences')
    .set({ ...made, openedAt: clock.now() })
    .where('clientId', '=', row.clientId)
    .where('iban', 'is', null)
    .execute();
  return findReference(context, row.clientId);
}
