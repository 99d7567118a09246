import { authAccount } from '../auth/auth-account.ts';
import { balanceAccount } from '../balance/balance-account.ts';
import { cardsAccount } from '../cards/cards-account.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { clientAccount } from '../clients/client-account.ts';
import { ordersAccount } from '../orders/orders-account.ts';
import { passkeysAccount } from '../passkeys/passkeys-account.ts';
import { settingsAccount } from '../settings/settings-account.ts';
import { settlementAccount } from '../settlement/settlement-account.ts';
import { socialAccount } from '../social-signin/social-account.ts';
import { twoFactorAccount } from '../two-factor/two-factor-account.ts';

/** Every room that keeps something of a client. A room that begins to do so joins here. */
export const accountParts: readonly AccountPart[] = [
  clientAccount,
  authAccount,
  twoFactorAccount,
  passkeysAccount,
  socialAccount,
  settingsAccount,
  balanceAccount,
  ordersAccount,
  settlementAccount,
  cardsAccount,
];
