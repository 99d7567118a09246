import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { StepOptions } from '../../features/exchange/exchange-screen.tsx';
import { follow } from '../../parts/page/follow.ts';
import { MenuList } from '../../parts/page/menu-list.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAllTexts } from '../../platform/late-part.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { accountOf, type KeyedLink, useMenuLinks } from './menu-links.tsx';
import type { MenuKey } from '../menu/menu-rule.ts';
import styles from './side-menu.module.css';
import { useIsPage, useMedia } from './use-wide.ts';
import { QuickExchange } from '../cabinet/quick-exchange.tsx';
import { wideWindow, widerWindow } from './wide-rule.ts';

const footKeys: readonly MenuKey[] = ['language', 'about', 'faq', 'settings'];

export interface SideMenuProps {
  /** The brand's, of the header: drawn there, so that the first screen keeps it to itself. */
  mark: ReactNode;
  /** The first screen, for the same reason. */
  step: ComponentType<StepOptions>;
}

/** Beside the pages of the cabinet: before them the menu (2.4), in a wider window after them the exchange. */
export default function SideMenu({ mark, step }: SideMenuProps) {
  const isPage = useIsPage();
  const isWide = useMedia(wideWindow);
  const isWider = useMedia(widerWindow);
  if (!isPage || !isWide) return null;
  return (
    <>
      <Beside mark={mark} isRail={!isWider} />
      {isWider && <QuickExchange screen={step} />}
    </>
  );
}

interface SideProps extends Pick<SideMenuProps, 'mark'> {
  /** Symbols alone: each says its name to the pointer too. */
  isRail: boolean;
}

function Beside(props: SideProps) {
  const hasTexts = useAllTexts();
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.prepend(host);
    return () => host.remove();
  }, [host]);
  return hasTexts && createPortal(<Side {...props} />, host);
}

function Side({ mark, isRail }: SideProps) {
  const { runtime, router, flow } = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const links = useMenuLinks().map((link) => (isRail ? { ...link, title: link.text } : link));
  const { initials, name } = accountOf(client.email);
  const leave = links.find(({ key }) => key === 'logout');
  const isAtFoot = ({ key }: KeyedLink) => footKeys.includes(key);
  const top = links.filter((link) => !isAtFoot(link) && link !== leave);
  return (
    <div className={styles.side}>
      <a className={styles.skip} href="#content" onClick={follow(() => document.getElementById('content')?.focus())}>
        {t('tpl:menu:skip')}
      </a>
      <a
        className={styles.brand}
        href={router.href('order-stepper')}
        onClick={follow(() => {
          flow.open('exchange');
          router.navigate('order-stepper');
        })}
      >
        {mark}
        <span>{runtime.boot.brand.name}</span>
      </a>
      <nav aria-label={t('tpl:common:menu')} className={styles.nav}>
        <MenuList entries={top} onGroup={ignore} onDone={leaveFocus} />
        <MenuList entries={links.filter(isAtFoot)} onGroup={ignore} onDone={leaveFocus} />
      </nav>
      <div className={styles.account}>
        <span className={styles.initials} aria-hidden="true">
          {initials}
        </span>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {leave && <IconButton icon="log-out" flip label={leave.text} onClick={() => leave.onChoose?.()} />}
      </div>
    </div>
  );
}

const ignore = () => undefined;

/** The page that comes takes the focus to its heading. */
function leaveFocus(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.ariaCurrent !== 'page') activeElement.blur();
}
