import { listPartnerTransactionsEndpoint } from '@causeway/contract/endpoints/list-partner-transactions.generated';
import { listTransactionsEndpoint } from '@causeway/contract/endpoints/list-transactions.generated';
import { useEffect, useState } from 'react';
import { LoadingRows } from '../../features/transactions/components/loading-rows.tsx';
import { NoRows } from '../../features/transactions/components/no-rows.tsx';
import { keptList } from '../../features/transactions/kept-list.ts';
import { TransactionsScreen } from '../../features/transactions/transactions-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SegmentedLinks } from '../../parts/page/segmented-links.tsx';
import { type AppParts, useAccount, useApp } from '../app-parts.ts';
import { StepFrame, useHeldRoute } from './step-frame.tsx';
import { ofOneClient, UnknownClient } from '../wide/cabinet-page.tsx';

const lists = {
  transactions: listTransactionsEndpoint,
  'partner-transactions': listPartnerTransactionsEndpoint,
} as const;

type ListName = keyof typeof lists;

/** The client's transactions, and those of the partners whom the client represents (1-19, A-054). */
function TransactionsView() {
  const { router } = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const name: ListName =
    useHeldRoute('transactions').name === 'partner-transactions' ? 'partner-transactions' : 'transactions';
  const isKnown = name === 'transactions' ? client.isAuthorized === 1 : client.isSpecialPartner === 1;
  return (
    <StepFrame title={t('tpl:menu:transactions')} onBack={() => router.navigate('order-stepper')}>
      {isKnown ? (
        <Transactions key={name} name={name} />
      ) : (
        <UnknownClient>
          <LoadingRows />
        </UnknownClient>
      )}
    </StepFrame>
  );
}

export default ofOneClient(TransactionsView);

function Transactions({ name }: { name: ListName }) {
  const parts = useApp();
  const { router, runtime, stepper, flow } = parts;
  const { client, config } = useAccount();
  const t = useTexts();
  const [list] = useState(() => keptList(runtime, lists[name], client.niceId));
  useEffect(() => {
    // The opened order is newer than its row in the list.
    const { order } = stepper.getState();
    if (order) list.learn(order);
  }, [list, stepper]);
  const buy = () => {
    flow.open('exchange');
    router.navigate('order-stepper');
  };
  const isOwn = name === 'transactions';
  return (
    <TransactionsScreen
      list={list}
      currencies={config.currencyConfig}
      hrefOf={(orderId) => router.href('order-status', { orderId })}
      onOpen={(orderId) => router.navigate('order-status', { orderId })}
      switcher={client.isSpecialPartner === 1 && <Switcher parts={parts} name={name} />}
      empty={
        <NoRows
          title={t('tpl:transactions:empty_title')}
          action={isOwn && <Button onClick={buy}>{t('tpl:menu:buy')}</Button>}
        >
          {t(isOwn ? 'tpl:transactions:empty_text' : 'tpl:transactions:empty_partner')}
        </NoRows>
      }
    />
  );
}

function Switcher({ parts: { router }, name }: { parts: AppParts; name: ListName }) {
  const t = useTexts();
  const link = (route: ListName, text: string) => ({
    key: route,
    text,
    href: router.href(route),
    isCurrent: route === name,
    onPress: () => router.navigate(route),
  });
  return (
    <SegmentedLinks
      label={t('tpl:transactions:whose')}
      links={[
        link('transactions', t('tpl:transactions:own')),
        link('partner-transactions', t('tpl:transactions:partners')),
      ]}
    />
  );
}
