import type { openWalletSheets as openSheetsCall } from '@causeway/contract/calls/open-wallet-sheets';
import type { RequestOf } from '@causeway/contract/define-call';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext, Caller } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import type { CardVault, WalletSheet } from '../../../providers/acquirer/port.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { findOrder, requireMayPay } from '../../order-lifecycle/store.ts';
import { isOpenPayment } from '../rules.ts';
import { findCardPayment } from '../store.ts';

/** Apple names the address at which a shop proves itself; any other host would learn who we are. */
const appleHost = /^[a-z0-9-]+\.apple\.com$/;
/** Signs that programs read differently: as a path, as the end of a host, or not at all. */
const ambiguous = /[\\@\s\p{Cc}]/u;

/**
 * C-94: the sheets of wallets for an order that waits for its money, or the proof that Apple's sheet asks for.
 *
 * @throws Refusal NOT_FOUND, ORDER_STATUS_CHANGED, PAYMENT_METHOD_UNKNOWN, FIELD_INVALID, PAYMENT_UNAVAILABLE
 */
export async function openWalletSheets(
  context: AppContext,
  niceId: string,
  caller: Caller,
  { validationUrl }: RequestOf<typeof openSheetsCall>,
): Promise<{ sheets: WalletSheet[]; merchantSession: string }> {
  const order = requireMayPay(await findOrder(context.db, { niceId }), caller);
  const payment = await findCardPayment(context.db, order.orderId);
  const vault = payment && context.providers.acquirers.find(payment.acquirer).vault;
  if (payment === undefined || vault === undefined)
    throw new Refusal({ code: 'PAYMENT_METHOD_UNKNOWN', field: 'nice_id' });
  const { status, acquirerPaymentId: id } = payment;
  if (!isBeforeMoney(order.status) || !isOpenPayment(status) || id === null)
    throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
  try {
    if (validationUrl !== undefined)
      return { sheets: [], merchantSession: await prove(context, vault, id, validationUrl) };
    return { sheets: vault.wallets.length === 0 ? [] : await vault.openSheets(id), merchantSession: '' };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
  }
}

async function prove({ config }: AppContext, vault: CardVault, id: string, validationUrl: string): Promise<string> {
  if (!vault.wallets.includes('apple_pay'))
    throw new Refusal({ code: 'PAYMENT_METHOD_UNKNOWN', field: 'validation_url' });
  const url = readAppleUrl(validationUrl);
  if (url === undefined) throw new Refusal({ code: 'FIELD_INVALID', field: 'validation_url' });
  return vault.proveShop({ id, validationUrl: url, domain: new URL(config.PUBLIC_URL).hostname });
}

/** What was checked goes on, not the text that it was read from: another program may read that differently. */
function readAppleUrl(text: string): string | undefined {
  const url = ambiguous.test(text) ? null : URL.parse(text);
  if (url === null) return undefined;
  const { protocol, username, password, port, hostname, href } = url;
  const isPlain = protocol === 'https:' && username === '' && password === '' && port === '';
  return isPlain && appleHost.test(hostname) ? href : undefined;
}
