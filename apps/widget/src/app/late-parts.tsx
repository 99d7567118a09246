import { type ReactNode, Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { type AppParts, useAccount, useApp } from './app-parts.ts';
import { followClientLanguage } from './change-language.ts';
import { watchUnread } from './cabinet/watch-unread.ts';
import { watchChanges } from './live/watch-changes.ts';
import { Explain } from './explain/explain.tsx';
import { followUrl } from './launch/follow-url.ts';
import { showRefusedSession } from './launch/show-refused-session.ts';
import { followScreen } from './title/page-title.ts';
import { watchForShell } from './native/watch-for-shell.ts';
import { readCapabilities } from '../platform/frame-capabilities.ts';
import {
  type AskedOrder,
  awaitSupport,
  openSupport as openSupportAbout,
  supportForm,
} from '../platform/open-support.ts';
import type { Frame } from '../platform/frame.ts';
import { type Runtime, useRuntime, useTexts } from '../platform/runtime.ts';
import { useAllTexts } from '../platform/use-all-texts.ts';
import { addLaterIcons } from '../ui/icons/add-later-icons.ts';
import { ToastHost } from '../ui/feedback/toast-host.tsx';
import { openOutside } from '../platform/open-outside.ts';
import { isSupported } from '../lib/browser-support.ts';

/** The parts of each page, once its later ones are there. */
const apps = new WeakMap<Runtime, AppParts>();

/** The support, about the order of the page where there is one. */
export function openSupport(runtime: Runtime): void {
  const app = apps.get(runtime);
  const order = app?.stepper.getState().order;
  openSupportAbout(runtime, app?.router.current().params['orderId'] === order?.niceId ? order : undefined);
}

const AppMenu = lazy(() => import('./menu/app-menu.tsx'));
const SideMenu = lazy(() => import('./wide/side-menu.tsx'));
const AppNavbar = lazy(() => import('./navbar/app-navbar.tsx'));
const SupportForm = lazy(() => import('../parts/support/support-form.tsx'));
const NativeParts = lazy(() => import('./native/native-parts.tsx'));

interface LatePartsProps {
  /** The brand's, of the header: drawn there, so that the first screen keeps it to itself. */
  mark: ReactNode;
  isMenuOpen: boolean;
  onMenuClose: () => void;
}

/** The toasts, the menu and the icons of other states. */
export default function LateParts({ mark, isMenuOpen, onMenuClose }: LatePartsProps) {
  const { toasts, native, frame } = useRuntime();
  const shell = useStore(native, ({ app: found }) => found);
  const t = useTexts();
  const app = useApp();
  const { client } = useAccount();
  const support = useSyncExternalStore(supportForm.subscribe, supportForm.form);
  useEffect(() => void apps.set(app.runtime, app), [app]);
  useEffect(() => followLinks(app), [app]);
  useEffect(() => followEscape(frame), [frame]);
  useEffect(() => followScreen(app.runtime.boot.brand.name), [app]);
  useEffect(() => watchForShell(app), [app]);
  useEffect(() => watchUnread(app), [app]);
  useEffect(() => watchChanges(app), [app]);
  useEffect(() => followUrl(app), [app]);
  useEffect(() => followClientLanguage(app), [app]);
  useEffect(() => showRefusedSession(app.runtime), [app]);
  useEffect(() => reportBareCurrencies(app), [app]);
  useEffect(() => awaitSupport(app.runtime), [app]);
  useEffect(() => warnOldBrowser(app.runtime), [app]);
  useEffect(() => frame.post('capabilities', readCapabilities(window)), [frame]);
  useEffect(() => void addLaterIcons(), []);
  return (
    <>
      <ToastHost store={toasts} label={t('tpl:common:notices')} closeLabel={t('tpl:common:close')} />
      <Explain />
      {isMenuOpen && <Menu onClose={onMenuClose} />}
      {support && <Support {...support} email={client.email} />}
      {client.isAuthorized === 1 && (
        <Suspense fallback={null}>
          <SideMenu mark={mark} />
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

function Menu({ onClose }: { onClose: () => void }) {
  const hasTexts = useAllTexts();
  return <Suspense fallback={null}>{hasTexts && <AppMenu onClose={onClose} />}</Suspense>;
}

function Support({ order, email }: { order: AskedOrder | undefined; email: string }) {
  const hasTexts = useAllTexts();
  return <Suspense fallback={null}>{hasTexts && <SupportForm order={order} email={email} />}</Suspense>;
}

/** Escape closes the shop's dialog around the widget, whose frame gets the key; a sheet of the widget comes first. */
export function followEscape(frame: Pick<Frame, 'post'>): () => void {
  // Its name is what the SDK calls the frame of its dialog.
  if (window.name !== 'causeway-modal') return () => undefined;
  function close(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('dialog[open], :popover-open') === null) frame.post('close', {});
  }
  document.addEventListener('keydown', close);
  return () => document.removeEventListener('keydown', close);
}

/**
 * Links of texts open their target inside the widget, and other pages outside of it; returns the function that stops
 * it.
 */
export function followLinks({ router, flow, runtime }: Pick<AppParts, 'router' | 'flow' | 'runtime'>): () => void {
  function follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    const target = linkTarget(link.href, location.origin);
    if (target === undefined) return;
    if (target === 'outside' && runtime.native.getState().app) {
      event.preventDefault();
      return openOutside(runtime.native, link.href);
    }
    if (target === 'outside') {
      link.target = '_blank';
      link.relList.add('noopener');
      return;
    }
    event.preventDefault();
    if (target === 'faq') return router.navigate('faq');
    openStep(target);
  }
  /** The page's query stays in its URL. A visitor signs in first. */
  function openStep(target: 'verification' | 'register'): void {
    const { name, query } = router.current();
    if (target === 'register') router.navigate('order-stepper', {}, { ...query, step: 'register' }, { replace: true });
    else if (name !== 'order-stepper') router.navigate('order-stepper');
    flow.open(target === 'register' || runtime.session.tokens() === undefined ? 'auth' : 'verification');
  }
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

/**
 * Where a clicked link leads: into the widget, or out of it (2.3-44 to 2.3-47). Undefined for a link that the browser
 * follows by itself.
 */
export type LinkTarget = 'faq' | 'verification' | 'register' | 'outside' | undefined;

const inner = ['faq', 'verification', 'register'] as const;

export function linkTarget(href: string, origin: string): LinkTarget {
  if (!URL.canParse(href, origin)) return undefined;
  const url = new URL(href, origin);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (url.origin !== origin) return 'outside';
  const name = url.pathname.replace(/\/$/, '').split('/').at(-1);
  return inner.find((known) => known === name);
}

/** A currency without a colour or a symbol has no image: reported once per code and visit (8-27, A-143). */
export function reportBareCurrencies({ account, runtime }: Pick<AppParts, 'account' | 'runtime'>): () => void {
  const shown = new Set<string>();
  const look = () => {
    for (const [code, { color, symbol }] of Object.entries(account.store.getState().config.currencyConfig)) {
      if ((color !== '' && symbol !== '') || shown.has(code)) continue;
      shown.add(code);
      runtime.log.warn(`The currency ${code} has no image`);
    }
  };
  look();
  return account.store.subscribe(look);
}

/** A browser below its minimum gets a warning that can be closed. */
export function warnOldBrowser({ texts, toasts, log }: Pick<Runtime, 'texts' | 'toasts' | 'log'>): void {
  if (isSupported(navigator.userAgent)) return;
  texts.complete().then(
    () => toasts.show({ kind: 'error', text: texts.t('tpl:native:old_browser') }),
    (error: unknown) => log.warn('Texts are missing', error),
  );
}
