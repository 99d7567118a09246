import { authAccount } from '../auth/log-out.ts';
import { balanceAccount } from '../balance/client-balances.ts';
import { depositsAccount } from '../balance-deposits/routes.ts';
import { cardsAccount } from '../cards/delete-card.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { dataExportAccount } from '../data-export/store.ts';
import { clientAccount } from '../clients/client-account.ts';
import { notificationsAccount } from '../notifications/store.ts';
import { ordersAccount } from '../orders/orders-account.ts';
import { passkeysAccount } from '../passkeys/store.ts';
import { referralAccount } from '../referral-rewards/referral-account.ts';
import { settingsAccount } from '../settings/subscription-store.ts';
import { destinationsAccount } from '../saved-destinations/store.ts';
import { settlementAccount } from '../settlement/refund.ts';
import { socialAccount } from '../social-signin/store.ts';
import { twoFactorAccount } from '../two-factor/store.ts';
import { verificationAccount } from '../verification/verification-account.ts';

/** Every room that stores data of a client. A room that begins to do so is added here. */
export const accountParts: readonly AccountPart[] = [
  clientAccount,
  authAccount,
  twoFactorAccount,
  passkeysAccount,
  socialAccount,
  settingsAccount,
  notificationsAccount,
  balanceAccount,
  depositsAccount,
  referralAccount,
  ordersAccount,
  settlementAccount,
  cardsAccount,
  destinationsAccount,
  verificationAccount,
  dataExportAccount,
];
