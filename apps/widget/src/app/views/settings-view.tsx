import { checkEmailCodeEndpoint } from '@causeway/contract/endpoints/check-email-code.generated';
import { sendEmailCodeEndpoint } from '@causeway/contract/endpoints/send-email-code.generated';
import { SavedCardsScreen } from '../../features/cards/saved-cards-screen.tsx';
import { readDevice } from '../../features/auth/device.ts';
import { ChangeEmailScreen } from '../../features/settings/change-email-screen.tsx';
import { ChangePasswordScreen } from '../../features/settings/change-password-screen.tsx';
import { DataExportScreen } from '../../features/settings/data-export/data-export-screen.tsx';
import { DeleteAccountScreen } from '../../features/settings/delete-account-screen.tsx';
import { DestinationsScreen } from '../../features/settings/destinations/destinations-screen.tsx';
import { DevicesScreen } from '../../features/settings/devices-screen.tsx';
import { PasskeysScreen } from '../../features/settings/passkeys-screen.tsx';
import { SettingsMenuScreen } from '../../features/settings/settings-menu-screen.tsx';
import { SubscriptionScreen } from '../../features/settings/subscription-screen.tsx';
import { TwoFactorScreen } from '../../features/settings/two-factor-screen.tsx';
import { ProofFields } from '../../features/settings/proof-fields.tsx';
import { useProof } from '../../features/settings/use-proof.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp, type AppParts } from '../app-parts.ts';
import { StepFrame, useHeldRoute } from './step-frame.tsx';
import { PhonePage } from './phone-page.tsx';
import { leaveSaved } from './use-leave.ts';
import { ofOneClient } from '../wide/cabinet-page.tsx';

const prefix = 'settings-';

/** The settings and their children (2.1-20 to 2.1-24). */
function SettingsView() {
  const app = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const { name } = useHeldRoute('settings');
  const page = name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  const back = () => app.router.navigate(page === undefined ? 'order-stepper' : 'settings');
  return (
    <StepFrame title={t(page === undefined ? 'tpl:menu:settings' : `tpl:settings:${page}:title`)} onBack={back}>
      <SettingsPage app={app} page={page} email={client.email} />
    </StepFrame>
  );
}

export default ofOneClient(SettingsView);

function SettingsPage({ app, page, email }: { app: AppParts; page: string | undefined; email: string }) {
  const { router, runtime } = app;
  const { config } = useAccount();
  const t = useTexts();
  const done = () => {
    runtime.toasts.show({ text: t('tpl:settings:saved') });
    if (page !== undefined) leaveSaved(router, page);
  };
  const passwordDone = () => {
    // An account may have got its first one.
    void app.account.refreshClient().catch((error: unknown) => runtime.log.warn('The client could not be read', error));
    done();
  };
  if (page === '2fa') return <TwoFactorScreen email={email} onDone={done} />;
  if (page === 'passkeys') return <PasskeysScreen email={email} onDone={done} />;
  if (page === 'email') return <EmailPage app={app} email={email} />;
  if (page === 'phone') return <PhonePage onVerified={done} />;
  if (page === 'change-password') return <ChangePasswordScreen email={email} onDone={passwordDone} />;
  if (page === 'devices') return <DevicesScreen onPasskeys={() => router.navigate('settings-passkeys')} />;
  if (page === 'subscription') return <SubscriptionScreen browserId={browserIdOf(app)} />;
  if (page === 'cards') return <CardsPage email={email} onOrder={() => router.navigate('order-stepper')} />;
  if (page === 'destinations') return <DestinationsScreen email={email} currencies={config.currencyConfig} />;
  if (page === 'data-export') return <DataExportScreen email={email} />;
  if (page === 'delete-account')
    return (
      <DeleteAccountScreen
        email={email}
        onDeleted={() => {
          runtime.toasts.show({ text: t('tpl:settings:delete-account:done') });
          runtime.session.clear('signed-out');
          router.navigate('order-stepper');
        }}
      />
    );
  return (
    <SettingsMenuScreen
      hrefOf={(child) => router.href(`${prefix}${child}`)}
      onOpen={(child) => router.navigate(`${prefix}${child}`)}
    />
  );
}

/** An app around the page shows push messages itself. */
function browserIdOf({ runtime, isFlagOn }: AppParts): string | undefined {
  const { app } = runtime.native.getState();
  return app === undefined && isFlagOn('push_notifications') ? readDevice(app).deviceId : undefined;
}

function EmailPage({ app, email }: { app: AppParts; email: string }) {
  const { account, router, runtime } = app;
  const { api, toasts, log } = runtime;
  const t = useTexts();
  return (
    <ChangeEmailScreen
      email={email}
      code={router.current().query['code'] ?? ''}
      send={(values) => api.call(sendEmailCodeEndpoint, values)}
      check={(code) => api.call(checkEmailCodeEndpoint, { code })}
      onChanged={async () => {
        await account.refreshClient().catch((error: unknown) => log.warn('The client could not be read again', error));
        toasts.show({ text: t('tpl:settings:email:done', { email: account.store.getState().client.email }) });
        leaveSaved(router, 'email', { replace: true });
      }}
    />
  );
}

function CardsPage({ email, onOrder }: { email: string; onOrder: () => void }) {
  const proof = useProof();
  return (
    <SavedCardsScreen
      proof={proof}
      renderProof={(saving) => <ProofFields proof={proof} saving={saving} email={email} />}
      onOrder={onOrder}
    />
  );
}
