import { useStore } from 'zustand';
import { AddressScreen } from '../../features/address/address-screen.tsx';
import type { AddressLayout } from '../../features/address/rules/address-questions.ts';
import { noAddressValues, type AddressValues } from '../../features/address/rules/address-values.ts';
import { CardChoice } from '../../features/cards/card-choice.tsx';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { questionsOf } from '../stepper/questions-of.ts';
import { draftOf, keepDraft } from './address-draft.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { QuoteNotice } from './quote-notice.tsx';
import { StepFrame, StepSummary } from './step-frame.tsx';
import { useBalanceInstead } from './use-balance-instead.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

/** The address step of an order. */
export default function AddressView() {
  const { exchange, flow, stepper } = useApp();
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
        notice={
          <>
            <QuoteNotice />
            <ConnectionNotice />
            {balance.note}
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
        onSubmit={(values) => void flow.submitAddress(values)}
        onLeave={(values) => {
          // What an order was placed with is no draft any more.
          if (stepper.getState().order === undefined) keepDraft({ client: client.niceId, preorder }, values);
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

/** The firm behind the option of one side, as its price tells; undefined while that is on the way. */
function useProvider(side: 'payin' | 'payout' | undefined): string | undefined {
  const { price, isCalculating } = useStore(useApp().prices.store);
  const { payinSubMethod, payoutSubMethod } = price.answer.calc;
  if (isCalculating) return undefined;
  return side === 'payout' ? payoutSubMethod : payinSubMethod;
}

/** What is known already: from the page's address, the account, and what was typed here before a step back. */
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
