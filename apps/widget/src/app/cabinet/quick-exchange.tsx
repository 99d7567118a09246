import { type ComponentType, useSyncExternalStore } from 'react';
import type { StepOptions } from '../../features/exchange/exchange-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useApp } from '../app-parts.ts';
import styles from '../wide/side-menu.module.css';
import { shownPages } from '../wide/use-wide.ts';
import { isExchangeBeside } from '../wide/wide-rule.ts';

interface QuickExchangeProps {
  screen: ComponentType<StepOptions>;
}

/** The exchange at the end of a wide window, as long as a page of the cabinet beside it is drawn. */
export function QuickExchange({ screen }: QuickExchangeProps) {
  const { router } = useApp();
  const { name } = useSyncExternalStore(router.subscribe, router.current, router.current);
  // The screen before stays until the page is there, and may be the exchange itself.
  const count = useSyncExternalStore(shownPages.subscribe, shownPages.count, shownPages.count);
  return count > 0 && isExchangeBeside(name) ? <Beside screen={screen} /> : null;
}

function Beside({ screen: Screen }: QuickExchangeProps) {
  const { flow, router } = useApp();
  const t = useTexts();
  function submit(): void {
    // The steps of an order are on a page of their own; what is wrong with it is said there too.
    flow.open('exchange');
    router.navigate('order-stepper');
    void flow.submitExchange();
  }
  return (
    <aside className={styles.beside} aria-labelledby="quick-exchange">
      <div className={styles.sticky}>
        <h2 id="quick-exchange" className={styles.quick}>
          {t('tpl:home:quick')}
        </h2>
        <div className={styles.panel}>
          <Screen as="h3" onSubmit={submit} />
        </div>
      </div>
    </aside>
  );
}
