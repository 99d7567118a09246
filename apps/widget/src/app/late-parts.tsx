import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useAccount, useApp } from './app-parts.ts';
import { followUrl } from './launch/follow-url.ts';
import { showRefusedSession } from './launch/show-refused-session.ts';
import { followLinks } from './follow-links.ts';
import { reportBareCurrencies } from './report-bare-currencies.ts';
import { watchForShell } from './native/watch-for-shell.ts';
import { warnOldBrowser } from './warn-old-browser.ts';
import { readCapabilities } from '../platform/frame-capabilities.ts';
import { awaitSupport } from '../platform/open-support.ts';
import { useRuntime, useTexts } from '../platform/runtime.ts';
import { useAllTexts } from '../platform/use-all-texts.ts';
import { addLaterIcons } from '../ui/icons/add-later-icons.ts';
import { ToastHost } from '../ui/toast-host.tsx';

export { openSupport } from '../platform/open-support.ts';

const AppMenu = lazy(() => import('./menu/app-menu.tsx'));
const AppNavbar = lazy(() => import('./navbar/app-navbar.tsx'));
const NativeParts = lazy(() => import('./native/native-parts.tsx'));

/** The toasts, the menu and the icons of other states. */
export default function LateParts({ isMenuOpen, onMenuClose }: { isMenuOpen: boolean; onMenuClose: () => void }) {
  const { toasts, native, frame } = useRuntime();
  const shell = useStore(native, ({ app: found }) => found);
  const t = useTexts();
  const app = useApp();
  const { client } = useAccount();
  useEffect(() => followLinks(app), [app]);
  useEffect(() => watchForShell(app), [app]);
  useEffect(() => followUrl(app), [app]);
  useEffect(() => showRefusedSession(app.runtime), [app]);
  useEffect(() => reportBareCurrencies(app), [app]);
  useEffect(() => awaitSupport(app.runtime), [app]);
  useEffect(() => warnOldBrowser(app.runtime), [app]);
  useEffect(() => frame.post('capabilities', readCapabilities(window)), [frame]);
  useEffect(() => void addLaterIcons(), []);
  return (
    <>
      <ToastHost store={toasts} label={t('tpl:common:notices')} closeLabel={t('tpl:common:close')} />
      {isMenuOpen && <Menu onClose={onMenuClose} />}
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

function Menu({ onClose }: { onClose: () => void }) {
  const hasTexts = useAllTexts();
  return <Suspense fallback={null}>{hasTexts && <AppMenu onClose={onClose} />}</Suspense>;
}
