import type { Order } from '@causeway/contract/shapes/order';
import { openWalletSheetsEndpoint } from '@causeway/contract/endpoints/open-wallet-sheets.generated';
import type { WalletName } from '@causeway/domain/payments/payment-providers';
import type { Api } from '../../../lib/api/api.ts';
import { readCapabilities } from '../../../platform/frame-capabilities.ts';
import { readSheetToken } from './read-sheet-token.ts';

/** Milliseconds that a payment waits for its sheets at most. */
const patience = 1500;

/** A wallet's sheet that this device can show for an order. */
export interface WalletSheet {
  name: WalletName;
  /** A card is in the wallet, as far as the browser says. */
  isReady: boolean;
  /**
   * Shows the sheet; call it in the press itself.
   *
   * @param value - what is to be paid, as decimal text
   * @returns what the sheet gave, and how to close it; undefined when its owner closed it
   */
  show: (value: string) => Promise<ShownSheet | undefined>;
}

export interface ShownSheet {
  token: string;
  close: (result: 'success' | 'fail') => Promise<void>;
}

/** What browsers have of Payment Request beyond what they share. */
type Request = PaymentRequest & { hasEnrolledInstrument?: () => Promise<boolean> };
/** Apple's sheet asks who takes the payment. */
type ValidationEvent = Event & { validationURL?: string; complete?: (session: Promise<unknown>) => void };

const sheets = new Map<string, Promise<WalletSheet[]>>();

/** The sheets of an order, read once; none where the frame forbids them, the browser has none, or no answer comes. */
export function sheetsOf(api: Api, order: Order): Promise<WalletSheet[]> {
  const known = sheets.get(order.niceId);
  if (known) return known;
  const late = new Promise<WalletSheet[]>((resolve) => setTimeout(resolve, patience, []));
  const found = Promise.race([findSheets(api, order), late]).catch(() => []);
  sheets.set(order.niceId, found);
  return found;
}

async function findSheets(api: Api, order: Order): Promise<WalletSheet[]> {
  const { wallets = [] } = order.purchaseParamsPayin;
  if (wallets.length === 0 || !readCapabilities(window).payment) return [];
  const params = { niceId: order.niceId };
  const answer = await api.call(openWalletSheetsEndpoint, {}, { params });
  const prove = async (validationUrl: string): Promise<unknown> => {
    const { merchantSession } = await api.call(openWalletSheetsEndpoint, { validationUrl }, { params });
    return JSON.parse(merchantSession);
  };
  const judged = await Promise.all(
    answer.sheets.map(async ({ name, method, data }): Promise<WalletSheet[]> => {
      // Each browser has the wallet of its own house; asking for another's would fetch from it.
      if ((name === 'apple_pay') !== 'ApplePaySession' in window) return [];
      const values: unknown = JSON.parse(data);
      const request = (value: string): Request => {
        const total = { label: order.number, amount: { currency: order.payinCurrency, value } };
        return new PaymentRequest([{ supportedMethods: method, data: values }], { total });
      };
      const asked = request(order.payinAmount);
      if (!(await asked.canMakePayment())) return [];
      const isReady = (await asked.hasEnrolledInstrument?.()) ?? true;
      return [{ name, isReady, show: async (value) => showSheet(request(value), prove) }];
    }),
  );
  return judged.flat();
}

async function showSheet(
  request: Request,
  prove: (validationUrl: string) => Promise<unknown>,
): Promise<ShownSheet | undefined> {
  request.addEventListener('merchantvalidation', (event: ValidationEvent) =>
    event.complete?.(prove(event.validationURL ?? '')),
  );
  try {
    const response = await request.show();
    const token = readSheetToken(response.details);
    if (token === undefined) {
      await response.complete('fail');
      throw new Error('The sheet of the wallet gave no token.');
    }
    return { token, close: async (result) => response.complete(result) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}
