import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { type AppParts, useAccount, useApp } from './app-parts.ts';
import { ShopName } from './close/shop-name.tsx';
import { followClientLanguage } from './change-language.ts';
import { Bell, unreadList, watchUnread } from './cabinet/watch-unread.ts';
import { watchChanges } from './live/watch-changes.ts';
import { Explain } from './explain/explain.tsx';
import { followUrl } from './launch/follow-url.ts';
import { saySessionOver, showRefusedSession } from './launch/show-refused-session.ts';
import { followScreen } from './title/page-title.ts';
import { fetchAhead, ignoreSecondPresses } from './views/fetch-ahead.ts';
import { followLeaving } from './views/follow-leaving.ts';
import { watchForShell } from './native/watch-for-shell.ts';
import type { SideMenuProps } from './wide/side-menu.tsx';
import { readCapabilities } from '../platform/frame-capabilities.ts';
import {
  type AskedOrder,
  awaitSupport,
  openSupport as openSupportAbout,
  supportForm,
} from '../platform/open-support.ts';
import type { HeaderProps } from '../parts/page/header.tsx';
import { type Runtime, useRuntime, useTexts } from '../platform/runtime.ts';
import { latePart, optionalPart, useAllTexts } from '../platform/late-part.tsx';
import { addLaterIcons } from '../ui/icons/add-later-icons.ts';
import { ToastHost } from '../ui/feedback/toast-host.tsx';
import { followLinks, keepForNext, reportBareCurrencies, warnOldBrowser } from './late-listeners.ts';

export { loadTexts } from '../lib/i18n/load-texts.ts';

/** The parts of each page, once its later ones are there. */
const apps = new WeakMap<Runtime, AppParts>();

/** The support, about the order of the page where there is one. */
export function openSupport(runtime: Runtime): void {
  const app = apps.get(runtime);
  const order = app?.stepper.getState().order;
  openSupportAbout(runtime, app?.router.current().params['orderId'] === order?.niceId ? order : undefined);
}

const AppMenu = latePart(() => import('./menu/app-menu.tsx'));
const SideMenu = optionalPart(() => import('./wide/side-menu.tsx'));
const AppNavbar = optionalPart(() => import('./navbar/app-navbar.tsx'));
const SupportForm = optionalPart(() => import('../parts/support/support-form.tsx'));
const CloseWidget = optionalPart(() => import('./close/close-widget.tsx'));
const NativeParts = optionalPart(() => import('./native/native-parts.tsx'));

interface LatePartsProps extends SideMenuProps {
  isMenuOpen: boolean;
  onMenuClose: () => void;
  /** Gets the header's bell, and undefined where there is none. */
  onBell: (bell: HeaderProps['notifications']) => void;
}

/** The toasts, the menu and the icons of other states. */
export default function LateParts({ mark, step, isMenuOpen, onMenuClose, onBell }: LatePartsProps) {
  const { toasts, native, frame } = useRuntime();
  const shell = useStore(native, ({ app: found }) => found);
  const t = useTexts();
  const app = useApp();
  const { client } = useAccount();
  const support = useSyncExternalStore(supportForm.subscribe, supportForm.form);
  useEffect(() => void apps.set(app.runtime, app), [app]);
  useEffect(ignoreSecondPresses, []);
  useEffect(() => followLinks(app), [app]);
  useEffect(() => fetchAhead(app), [app]);
  useEffect(() => followLeaving(app), [app]);
  useEffect(() => followScreen(app.runtime.boot.brand.name), [app]);
  useEffect(() => watchForShell(app), [app]);
  useEffect(() => watchUnread(app), [app]);
  useEffect(() => watchChanges(app), [app]);
  useEffect(() => saySessionOver(app), [app]);
  useEffect(() => followUrl(app), [app]);
  useEffect(() => followClientLanguage(app), [app]);
  useEffect(() => showRefusedSession(app.runtime), [app]);
  useEffect(() => reportBareCurrencies(app), [app]);
  useEffect(() => awaitSupport(app.runtime), [app]);
  useEffect(() => keepForNext(app), [app]);
  useEffect(() => warnOldBrowser(app.runtime), [app]);
  useEffect(() => frame.post('capabilities', readCapabilities(window)), [frame]);
  useEffect(() => void addLaterIcons(), []);
  return (
    <>
      <ToastHost store={toasts} label={t('tpl:common:notices')} closeLabel={t('tpl:common:close')} />
      <Explain />
      <ShopName />
      {window.name === 'causeway-modal' && <Close />}
      {unreadList(app) && <Bell onBell={onBell} />}
      {isMenuOpen && <AppMenu onClose={onMenuClose} />}
      {support && <Support {...support} email={client.email} />}
      {client.isAuthorized === 1 && (
        <Suspense fallback={null}>
          <SideMenu mark={mark} step={step} />
        </Suspense>
      )}
      {client.isAuthorized === 1 && app.isFlagOn('navbar') && (
        <Suspense fallback={null}>
          <AppNavbar />
        </Suspense>
      )}
      {shell && (
        <Suspense fallback={null}>
          <NativeParts app={shell} />
        </Suspense>
      )}
    </>
  );
}

/** A dialog of the shop is named so by the SDK; its cross is the widget's own. */
function Close() {
  const hasTexts = useAllTexts();
  return <Suspense fallback={null}>{hasTexts && <CloseWidget />}</Suspense>;
}

function Support({ order, email }: { order: AskedOrder | undefined; email: string }) {
  const hasTexts = useAllTexts();
  return <Suspense fallback={null}>{hasTexts && <SupportForm order={order} email={email} />}</Suspense>;
}
