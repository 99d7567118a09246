import type { HostMessage } from '@causeway/bridge/shared/protocol';
import type { Preorder } from '../features/exchange/rules/preorder.ts';
import type { AppParts } from './app-parts.ts';

/** Does what the page around the widget asks for (4.13-03). */
export function followHost(parts: AppParts): void {
  parts.runtime.frame.subscribe((message) => obey(parts, message));
}

function obey(parts: AppParts, message: HostMessage): void {
  const { runtime, router, flow, exchange, account, logOut } = parts;
  switch (message.event) {
    case 'login':
      if (runtime.session.set(message.payload)) void account.refreshClient();
      else router.navigate('auth', {}, { step: 'login' });
      return;
    case 'register':
      return router.navigate('auth', {}, { step: 'register' });
    case 'logout':
      return void logOut();
    case 'reset':
      exchange.setState(exchange.getInitialState());
      flow.open('exchange');
      return router.navigate('order-stepper');
    case 'open-order-status':
      return router.navigate('order-status', { orderId: message.payload.orderId });
    case 'open-exchange':
      exchange.getState().patch(withoutEmpty(message.payload));
      flow.open('exchange');
      void import('./follow-host-later.ts').then(({ judgeMessage }) => judgeMessage(parts, message.payload));
      return router.navigate('order-stepper');
    case 'open-verification':
    case 'open-deposit':
    case 'open-withdrawal':
    case 'update-options':
      void import('./follow-host-later.ts').then(({ obeyLater }) => obeyLater(parts, message));
  }
}

function withoutEmpty(payload: { [Name in keyof Preorder]?: Preorder[Name] | undefined }): Partial<Preorder> {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
}
