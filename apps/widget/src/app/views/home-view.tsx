import { HomeScreen } from '../../features/home/home-screen.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { chooseBalance } from './choose-balance.ts';

/** The wallet (2.1-25). */
export default function HomeView() {
  const app = useApp();
  const { config } = useAccount();
  const { router, flow, exchange, runtime } = app;
  const open = () => {
    flow.open('exchange');
    router.navigate('order-stepper');
  };
  return (
    <HomeScreen
      exchangeHref={router.href('order-stepper')}
      onBuy={open}
      payFrom={(code) => {
        const choice = chooseBalance(config, {
          code,
          preorder: exchange.getState().preorder,
          locked: runtime.boot.host?.locked ?? [],
        });
        if (!choice) return undefined;
        return () => {
          const { choose, type } = exchange.getState();
          choose('payin', code, 'balance');
          if (choice.payout) choose('payout', choice.payout.currency, choice.payout.code);
          // An amount of another currency means nothing in this one.
          type('payin', '');
          open();
        };
      }}
    />
  );
}
