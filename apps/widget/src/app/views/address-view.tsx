import { paymentRules } from '@causeway/domain/payments/payment-methods';
import { useStore } from 'zustand';
import { AddressScreen } from '../../features/address/address-screen.tsx';
import type { AddressLayout } from '../../features/address/rules/address-questions.ts';
import { type AddressValues, noAddressValues } from '../../features/address/rules/address-values.ts';
import { CardChoice } from '../../features/cards/card-choice.tsx';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { questionsOf } from '../stepper/next-step.ts';
import { StepFrame, StepSummary, useShownPrice } from './step-frame.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { addressFields } from '../../features/address/rules/address-fields.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { showAmount } from '../../lib/format/show-amount.ts';
import { type ReactNode, useState } from 'react';
import { LinkButton } from '../../ui/buttons/link-button.tsx';

/** The address step of an order. */
export default function AddressView() {
  const { exchange, flow, runtime, stepper } = useApp();
  const { client, config } = useAccount();
  const { errors, isCreating } = useStepper();
  const t = useTexts();
  const preorder = useStore(exchange, (state) => state.preorder);
  const { payoutCurrency, payoutGroup } = preorder;
  const option = findOption(config.swConfig.payoutSelect, payoutCurrency, payoutGroup);
  const questions = questionsOf(client, config, preorder);
  const { card } = questions;
  const provider = useProvider(card);
  const balance = useBalanceInstead(preorder);
  // Who typed it: when the session ends under the form, the account is a visitor's before the form is left.
  const [owner] = useState(client.niceId);
  useHeadingFocus(payoutGroup);
  return (
    <StepFrame title={t(titleOf(questions.layout, payoutGroup))} step={3} onBack={() => flow.back()}>
      <AddressScreen
        key={payoutGroup}
        name={config.currencyConfig[payoutCurrency]?.fullname ?? payoutCurrency}
        network={payoutGroup}
        networkName={option?.networkFullname ?? ''}
        payinGroup={preorder.payinGroup}
        questions={questions}
        initial={useInitialValues()}
        isCreating={isCreating}
        errors={errors}
        summary={<StepSummary />}
        callout={
          <>
            <QuoteCallout />
            <ConnectionCallout />
            {balance.callout}
          </>
        }
        onBalance={balance.choose}
        renderCards={
          card &&
          ((form) => (
            <CardChoice
              direction={card}
              provider={provider}
              token={form.values.token}
              isRemembered={form.values.isRememberCard}
              isAgreed={form.values.isRememberCardAgree}
              error={form.errorOf('token')}
              agreeError={form.errorOf('isRememberCardAgree')}
              onChange={form.change}
            />
          ))
        }
        onSubmit={(values) => {
          // In the click itself, or the browser opens no window for the payment.
          if (!stepper.getState().isCreating && paymentRules(preorder.payinGroup).opensWindow) runtime.popups.reserve();
          void flow.submitAddress(values);
        }}
        onLeave={(values) => {
          // The values of a placed order are no longer a draft.
          if (stepper.getState().order === undefined) keepDraft({ client: owner, preorder }, values);
        }}
      />
    </StepFrame>
  );
}

function titleOf(layout: AddressLayout, payoutGroup: string): string {
  if (layout === 'AddressSepaPayout') return 'tpl:address:title_bank';
  if (payoutGroup === 'card') return 'tpl:address:title_card';
  return payoutGroup === 'balance' ? 'tpl:address:title_balance' : 'tpl:address:title';
}

/** The provider of one side's option, from its price; undefined while that is on the way. */
function useProvider(side: 'payin' | 'payout' | undefined): string | undefined {
  const { price, isCalculating } = useStore(useApp().prices.store);
  const { payinSubMethod, payoutSubMethod } = price.answer.calc;
  if (isCalculating) return undefined;
  return side === 'payout' ? payoutSubMethod : payinSubMethod;
}

/** Known values: from the page's URL, the account, and what was typed here before a step back. */
function useInitialValues(): AddressValues {
  const { exchange } = useApp();
  const { client } = useAccount();
  const { preorder } = exchange.getState();
  const { dstAddress, dstTag, memoId, memoType, memoValue } = preorder;
  return {
    ...noAddressValues,
    dstAddress,
    dstTag,
    memoId,
    memoType: memoType || 'text',
    memoValue,
    beneficiaryAccount: `${client.firstName} ${client.lastName}`.trim(),
    aCountry: client.countryByIp,
    ...draftOf({ client: client.niceId, preorder }),
  };
}

type Draft = { of: string; values: Partial<AddressValues> };

/** Kept in memory only: an account number must not be in the storage of a browser. */
let kept: Draft = { of: '', values: {} };

export interface DraftOwner {
  /** Empty for a visitor. */
  client: string;
  preorder: Preorder;
}

/**
 * Keeps what was typed in the address step for a client who steps back and comes again; agreements are asked for again.
 */
export function keepDraft(owner: DraftOwner, values: AddressValues): void {
  kept = { of: nameOf(owner), values: Object.fromEntries(addressFields.map(({ key }) => [key, values[key]])) };
}

/** What the same client has typed for the same payout; an address of the page or of another order wins over it. */
export function draftOf(owner: DraftOwner): Partial<AddressValues> {
  return kept.of === nameOf(owner) ? kept.values : {};
}

function nameOf({ client, preorder }: DraftOwner): string {
  const { payoutCurrency, payoutGroup, dstAddress, dstTag, memoId, memoValue } = preorder;
  return JSON.stringify([client, payoutCurrency, payoutGroup, dstAddress, dstTag, memoId, memoValue]);
}

/** The order waits for the connection and continues by itself. */
export function ConnectionCallout() {
  const { errors, isCreating } = useStepper();
  const wait = errors.find(({ code, type }) => code === 'TRY_LATER' && type === 'warning');
  return isCreating && wait && <Callout type="info">{wait.text}</Callout>;
}

/** The locked price ended before the order was placed: shows the new one, which the client must accept. */
export function QuoteCallout() {
  const { exchange } = useApp();
  const { currencyConfig } = useAccount().config;
  const { errors } = useStepper();
  const t = useTexts();
  const price = useShownPrice();
  if (!price || !errors.some(({ code }) => code === 'QUOTE_EXPIRED')) return null;
  const { payinCurrency, payoutCurrency } = exchange.getState().preorder;
  return (
    <Callout type="warning" icon="clock" title={t('tpl:address:quote_over_title')}>
      {t('tpl:address:quote_over_text', {
        payin: showAmount(price.payinAmount, payinCurrency, currencyConfig, t),
        payout: showAmount(price.payoutAmount, payoutCurrency, currencyConfig, t),
      })}
    </Callout>
  );
}

/**
 * Chooses the client's own balance of the same currency, if there is one and no partner has fixed the method. A callout
 * then says so and offers the way back.
 */
export function useBalanceInstead({ payinGroup, payoutCurrency, payoutGroup }: Preorder): {
  choose: (() => void) | undefined;
  callout: ReactNode;
} {
  const { exchange, runtime } = useApp();
  const { config } = useAccount();
  const t = useTexts();
  const [former, setFormer] = useState<string>();
  const option = findOption(config.swConfig.payoutSelect, payoutCurrency, 'balance');
  const isFixed = runtime.boot.host?.locked.includes('payoutGroup') === true;
  const isOpen = option?.isPaused === 0 && !isFixed && payinGroup !== 'balance';
  const choose = (group: string) => exchange.getState().choose('payout', payoutCurrency, group);
  return {
    choose: isOpen
      ? () => {
          setFormer(payoutGroup);
          choose('balance');
        }
      : undefined,
    callout: former !== undefined && payoutGroup === 'balance' && (
      <Callout
        type="info"
        live={false}
        action={<LinkButton onClick={() => choose(former)}>{t('tpl:address:to_wallet')}</LinkButton>}
      >
        {t('tpl:address:to_balance')}
      </Callout>
    ),
  };
}
