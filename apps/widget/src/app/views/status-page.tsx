import { paymentKind } from '@causeway/domain/payments/payment-methods';
import type { Order } from '@causeway/contract/shapes/order';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { OrderScreen } from '../../features/order-status/order-screen.tsx';
import { SignInOffer } from '../../features/auth/code/sign-in-offer.tsx';
import type { ActionPlace } from '../../features/order-status/rules/required-action.ts';
import {
  isMerchantOrder,
  isOfAccount,
  orderDirection,
  receiverOf,
} from '../../features/order-status/rules/order-kind.ts';
import { returnLink } from '../../features/order-status/rules/return-link.ts';
import { RestToPay } from '../../features/payment/rest-to-pay.tsx';
import { precisionOf, typedAmount } from '../../lib/format/show-amount.ts';
import { labelText, orderLabel } from '../../parts/order/order-label.ts';
import { StatusPill } from '../../parts/order/status-pill.tsx';
import { statusTone } from '../../parts/order/status-tone.ts';
import { useTexts } from '../../platform/runtime.ts';
import { type AppParts, useAccount, useApp } from '../app-parts.ts';
import { followRedirect } from '../follow-redirect.ts';
import { type Mode, modeRow } from '../modes.ts';
import type { RouteName } from '../routes.ts';
import { OrderHeader } from './order-header.tsx';
import { useLeaveOrder } from './use-leave.ts';

const wizards: Record<ActionPlace, RouteName> = {
  email: 'verification-email',
  card: 'verification-wallet',
  address: 'verification-address',
  proof: 'verification-bank-statement',
  video: 'verification-identity',
  identity: 'verification-identity',
  all: 'verification',
};

interface StatusPageProps {
  order: Order;
  isBehind: boolean;
  show: (amount: string, code: string) => string;
  onCancel?: (() => void) | undefined;
  again: () => void;
}

/** An order in progress, with all actions of its caller. */
export function StatusPage({ order, isBehind, show, onCancel, again }: StatusPageProps) {
  const parts = useApp();
  const { router, mode, flow } = parts;
  const leave = useLeaveOrder();
  const { client, config } = useAccount();
  const t = useTexts();
  const { currencyConfig } = config;
  const isPayinCrypto = currencyConfig[order.payinCurrency]?.isCrypto === 1;
  const isPayoutCrypto = currencyConfig[order.payoutCurrency]?.isCrypto === 1;
  // The holder of a merchant order's link is its payer, without a sign-in.
  const isMerchant = isMerchantOrder(modeRow(mode).isMerchant, order);
  const isOwner = order.isClientRole === 1 || isMerchant;
  const link = returnLink(order);
  const here = router.current().href;
  const list = listOfOrder({ mode, isSignedIn: client.isAuthorized === 1, isMerchant, order });

  return (
    <>
      <OrderHeader>
        <StatusPill tone={statusTone(order)} live>
          {labelText(orderLabel({ ...order, isPayinCrypto }), t)}
        </StatusPill>
      </OrderHeader>
      <OrderScreen
        order={{ ...order, isMerchant: isMerchant ? 1 : 0 }}
        payoutEntry={currencyConfig[order.payoutCurrency]}
        payinKind={paymentKind(order.payinGroup, isPayinCrypto)}
        payoutKind={paymentKind(order.payoutGroup, isPayoutCrypto)}
        receiver={receiverOf(order)}
        direction={orderDirection(isPayinCrypto, isPayoutCrypto)}
        show={show}
        hideButtons={modeRow(mode).hideOrderButtons}
        isOwner={isOwner}
        isAccounts={isOfAccount(order, client)}
        isBehind={isBehind}
        onRefresh={again}
        onAgain={() => repeatOrder(parts, order)}
        onNew={leave}
        onList={list && (() => router.navigate(list))}
        onRetry={widgetOptions(config.swConfig.widgetParams).partnerKey === order.partnerKey ? leave : undefined}
        onChange={order.canChange === 1 && isOwner ? () => repeatOrder(parts, order) : undefined}
        onCancel={onCancel}
        onLogin={
          client.isAuthorized === 0 && !isMerchant ? () => router.navigate('auth', {}, { redirect: here }) : undefined
        }
        onConfirm={order.status === 'confirmation_pending' && isOwner ? () => flow.open('confirmation') : undefined}
        onAct={(place) => router.navigate(wizards[place], {}, { redirect: here })}
        onReturn={link === undefined ? undefined : () => followRedirect(parts, link)}
        rest={
          order.decision &&
          isOwner && (
            <RestToPay order={order} precision={precisionOf(currencyConfig[order.payinCurrency])} show={show} />
          )
        }
      />
      {list !== undefined && isOwner && client.isPasswordSet === 0 && (
        <SignInOffer
          onPasskey={() => router.navigate('settings-passkeys')}
          onPassword={() => router.navigate('settings-change-password')}
        />
      )}
    </>
  );
}

interface CallerFacts {
  mode: Mode;
  /** The reader is signed in. */
  isSignedIn: boolean;
  /** A merchant's order needs no sign-in. */
  isMerchant: boolean;
  order: Pick<Order, 'isPartnerRole'>;
}

/**
 * The list that an order's page leads to: the partner's for a partner; none for visitors and payers of
 * merchants.
 */
export function listOfOrder({ mode, isSignedIn, isMerchant, order }: CallerFacts): RouteName | undefined {
  if (!isSignedIn || isMerchant || modeRow(mode).hideOrderButtons) return undefined;
  return order.isPartnerRole === 1 ? 'partner-transactions' : 'transactions';
}

/** Opens the exchange with an order's values. Destination and coupon are asked for again. */
function repeatOrder({ exchange, router, flow }: AppParts, order: Order): void {
  exchange.getState().patch({
    payinCurrency: order.payinCurrency,
    payinGroup: order.payinGroup,
    payinAmount: typedAmount(order.payinAmount),
    payoutCurrency: order.payoutCurrency,
    payoutGroup: order.payoutGroup,
    payoutAmount: '',
    isPayoutCalc: false,
    isFloatingRate: order.isFloatingRate === 1,
  });
  router.navigate('order-stepper');
  flow.open('exchange');
}
