import { Component, type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { widgetOptions } from '../features/exchange/rules/widget-options.ts';
import { BrandMark } from '../parts/page/brand-mark.tsx';
import { Footer } from '../parts/page/footer.tsx';
import { Header, type HeaderProps } from '../parts/page/header.tsx';
import { keepTrying } from '../lib/timing/keep-trying.ts';
import { realTimers } from '../lib/timing/timers.ts';
import { whenIdle } from '../lib/timing/when-idle.ts';
import { RuntimeContext, useRuntime, useTexts } from '../platform/runtime.ts';
import layout from '../ui/layout/layout.module.css';
import { AppContext, type AppParts, useAccount, useApp } from './app-parts.ts';
import { fetchLateParts } from './fetch-late-parts.ts';
import { modeRow } from './modes.ts';
import { FirstScreen, LostScreen, ViewSwitch } from './views/view-switch.tsx';
import type { Log } from '../platform/log.ts';

// A broken connection while these load must not break the page.
const LateParts = lazy(() => keepTrying(realTimers, fetchLateParts));

interface AppProps {
  parts: AppParts;
  /** Called once, when React has hydrated the page. */
  onHydrated?: () => void;
}

export function App({ parts, onHydrated }: AppProps) {
  // Runs after the effects of all children: each part of the first screen answers by now.
  useEffect(() => onHydrated?.(), [onHydrated]);
  return (
    <RuntimeContext value={parts.runtime}>
      <AppContext value={parts}>
        <Shell />
      </AppContext>
    </RuntimeContext>
  );
}

function Shell() {
  const { mode } = useApp();
  const { boot, log, native } = useRuntime();
  const { config } = useAccount();
  const shell = useStore(native, ({ app }) => app?.facts);
  const t = useTexts();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [bell, setBell] = useState<HeaderProps['notifications']>();
  const isEmbedded = boot.parentOrigins.length > 0;
  const hidden = modeRow(mode);
  const options = widgetOptions(config.swConfig.widgetParams);
  const hasFooter = isFooterShown(options.partnerKey !== '', isEmbedded, shell);
  return (
    <div className={layout.app} data-framed={isEmbedded ? '' : undefined} data-popup-frame="">
      {!hidden.hideHeader && !options.hideHeader && (
        <AppHeader isMenuOpen={isMenuOpen} notifications={bell} onMenu={() => setMenuOpen(true)} />
      )}
      <main className={layout.contents}>
        <ErrorBoundary log={log}>
          <ViewSwitch />
        </ErrorBoundary>
      </main>
      {!hidden.hideFooter && !options.hideFooter && hasFooter && (
        <Suspense>
          <Footer text={t('tpl:common:powered_by')} name={boot.brand.name} href={boot.brand.supportUrl} />
        </Suspense>
      )}
      <AfterHydration>
        <LateParts
          mark={<BrandMark />}
          step={FirstScreen}
          isMenuOpen={isMenuOpen}
          onMenuClose={() => setMenuOpen(false)}
          onBell={setBell}
        />
      </AfterHydration>
    </div>
  );
}

interface AppHeaderProps extends Pick<HeaderProps, 'notifications'> {
  isMenuOpen: boolean;
  onMenu: () => void;
}

function AppHeader({ isMenuOpen, notifications, onMenu }: AppHeaderProps) {
  const { router, flow, mode } = useApp();
  const runtime = useRuntime();
  const t = useTexts();
  return (
    <Header
      name={runtime.boot.brand.name}
      homeHref={router.href('order-stepper')}
      onHome={() => {
        flow.open('exchange');
        router.navigate('order-stepper');
      }}
      notifications={notifications}
      support={{
        label: t(modeRow(mode).isMerchant ? 'tpl:common:support' : 'tpl:common:chat'),
        onOpen: () => void fetchLateParts().then(({ openSupport }) => openSupport(runtime)),
      }}
      menu={{ label: t('tpl:common:menu'), open: isMenuOpen, onOpen: onMenu }}
    />
  );
}

/** Parts that no first screen needs: they load once the page answers. */
function AfterHydration({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => whenIdle(() => setThere(true)), []);
  return isThere && <Suspense fallback={null}>{children}</Suspense>;
}

interface ErrorBoundaryProps {
  log: Log;
  children: ReactNode;
}

/** Keeps a broken screen from taking the header and the menu with it. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.log.error('A screen broke', error);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return <LostScreen text="tpl:common:error:system" onAgain={() => this.setState({ isBroken: false })} />;
  }
}

/**
 * When the footer shows (2.3-42, A-126); a part that the mode hides stays hidden.
 * @param app the native shell around the widget
 */
export function isFooterShown(hasPartnerKey: boolean, isFramed: boolean, app?: { isOwnApp: boolean }): boolean {
  return hasPartnerKey || (app ? !app.isOwnApp : !isFramed);
}
