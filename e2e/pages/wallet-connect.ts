import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** Paying an order in coins out of a connected wallet. */
export function walletConnect(scope: Scope) {
  const sheet = scope.getByRole('dialog');
  return {
    open: scope.getByRole('button', { name: say('tpl:payment:connect_button') }),
    sheet,
    code: sheet.getByRole('img', { name: say('tpl:payment:connect_qr') }),
    copy: sheet.getByRole('button', { name: say('tpl:payment:connect_copy') }),
    link: sheet.locator('a[href^="wc:"]'),
    asking: sheet.getByText('Confirm in your wallet.'),
    sent: sheet.getByText(say('tpl:payment:connect_sent'), { exact: true }),
    refused: sheet.getByText('Declined in the wallet. Nothing was sent.'),
    refusedAgain: sheet.getByText('Declined in this wallet. Another one was asked before'),
    unable: sheet.getByText('This wallet doesn’t let pages ask for payments.'),
    elsewhere: sheet.getByText('isn’t on the network of this payment, chain ID 424242.'),
    away: sheet.getByText('Wallets can’t be connected just now.'),
    maySent: sheet.getByText(say('tpl:payment:connect_again_title')),
    askAgain: sheet.getByRole('button', { name: say('tpl:payment:connect_again') }),
    tryAgain: sheet.getByRole('button', { name: say('tpl:common:try_again') }),
  };
}
