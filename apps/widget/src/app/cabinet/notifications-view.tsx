import { useSyncExternalStore } from 'react';
import { keptNotifications } from '../../features/notifications/notifications-list.ts';
import { NotificationsScreen } from '../../features/notifications/notifications-screen.tsx';
import { StepHeader } from '../../parts/page/step-header.tsx';
import { failureText } from '../../lib/format/error-text.ts';
import { useTexts } from '../../platform/runtime.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { LoadingRows } from '../../features/transactions/components/loading-rows.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { CabinetPage, ofOneClient, UnknownClient } from '../wide/cabinet-page.tsx';
import { joinLanguage } from '../router/language-path.ts';
import { readTarget } from '../router/target.ts';
import { useLeave } from '../views/use-leave.ts';

/** What the client was notified of (2.1-26). */
function NotificationsView() {
  const { router, runtime } = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const leave = useLeave(() => router.navigate('order-stepper'));
  const list = keptNotifications(runtime, client.niceId);
  const { unreadCount } = useSyncExternalStore(list.subscribe, list.state, list.state);
  const readAll = () =>
    list.read('all').catch((error: unknown) => runtime.toasts.show({ kind: 'error', text: failureText(error, t) }));
  return (
    <CabinetPage>
      <StepHeader title={t('tpl:menu:notifications')} leave={leave}>
        {unreadCount > 0 && <LinkButton onClick={() => void readAll()}>{t('tpl:notification:read_all')}</LinkButton>}
      </StepHeader>
      {client.isAuthorized === 1 ? (
        <NotificationsScreen
          list={list}
          hrefOf={(link) => joinLanguage(runtime.texts.language(), link)}
          onOpen={(link) => {
            const { name, params, query } = readTarget(link);
            router.navigate(name, params, query);
          }}
        />
      ) : (
        <UnknownClient>
          <LoadingRows />
        </UnknownClient>
      )}
    </CabinetPage>
  );
}

export default ofOneClient(NotificationsView);
