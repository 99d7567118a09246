import type { keepDestination as keepCall } from '@causeway/contract/calls/keep-destination';
import type { RequestOf } from '@causeway/contract/define-call';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { holdClient } from '../clients/store.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { Destination } from '../order-lifecycle/store.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { findPayoutMethod, hasPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { findWait, waitMs } from './destination-wait.ts';
import { insertDestination, selectDestinations } from './store.ts';

/** Most that a client may keep. */
const destinationsMax = 50;

type KeepRequest = RequestOf<typeof keepCall>;

/**
 * Keeps a destination under a name, with the owner's proof. Where new ones wait, money may go there after the wait.
 *
 * @throws Refusal DESTINATION_KEPT, DESTINATION_MOST, and those of the proof and of the destination
 */
export async function keepDestination(
  context: AppContext,
  { clientId, request }: { clientId: string; request: KeepRequest },
): Promise<string> {
  const { password, code, name, payoutCurrency: currency, payoutGroup: network } = request;
  const destination = await checkDestination(context, clientId, request);
  const destinationId = newUuid(context);
  await asOwner(context, 'keep a destination', { clientId, password, code }, async (trx) => {
    await holdClient(trx, clientId);
    if ((await selectDestinations(trx, clientId)).length >= destinationsMax)
      throw new Refusal({ code: 'DESTINATION_MOST', values: { max: destinationsMax } });
    const now = context.clock.now();
    const isWaiting = (await findWait(context, trx, clientId)) !== undefined;
    const isNew = await insertDestination(trx, {
      destinationId,
      clientId,
      name: name.trim(),
      currency,
      network,
      address: destination.address,
      tag: destination.tag,
      memoValue: destination.details.memoValue,
      holder: destination.details.beneficiaryAccount,
      createdAt: now,
      usableAt: isWaiting ? new Date(now.getTime() + waitMs) : now,
    });
    if (!isNew) throw new Refusal({ code: 'DESTINATION_KEPT', field: network === 'sepa' ? 'iban' : 'dst_address' });
    await completeAct(context, trx, 'keep a destination', { clientId });
  });
  return destinationId;
}

/** The destination in its usual form. @throws Refusal GROUP_UNKNOWN for what is no address and no account */
async function checkDestination(context: AppContext, clientId: string, request: KeepRequest): Promise<Destination> {
  const { payoutCurrency: currency, payoutGroup: group } = request;
  const options = (await getPriceList(context)).payout.get(currency) ?? [];
  const option = options.find((one) => one.group.code === group);
  const unknown = new Refusal({ code: 'GROUP_UNKNOWN', field: 'payout_group', values: { group } });
  if (option === undefined || !hasPayoutMethod(option.provider) || option.fields.includes('token')) throw unknown;
  const { name: _name, password: _password, code: _code, ...rest } = request;
  const asked = { ...rest, isAgreeName: true, isAgreeAddress: true };
  const destination = await findPayoutMethod(option.provider).checkDestination(context, {
    isOwn: true,
    clientId,
    currency,
    group,
    request: asked,
  });
  if (destination.address === '') throw unknown;
  return destination;
}
