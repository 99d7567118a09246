import type { ConfigAnswer, CurrencyGroup, PaymentOption } from '@causeway/contract/shapes/site-config';

type Pickers = Pick<ConfigAnswer['swConfig'], 'payinSelect' | 'payoutSelect'>;

/** Coins that come over a network; all other options are paid by an order. */
export function isNetworkOption({ code, blockchain }: PaymentOption): boolean {
  return blockchain !== '' && code === blockchain;
}

/**
 * What a balance can be filled with, as pickers list it: coins by the networks that they come over, money by the ways
 * of paying an order for it.
 */
export function depositChoices({ payinSelect, payoutSelect }: Pickers): CurrencyGroup[] {
  const kept = new Set(
    payoutSelect.flatMap(({ groups }) =>
      groups.filter(({ code }) => code === 'balance').map(({ currency }) => currency),
    ),
  );
  return payinSelect
    .map((entry) => ({
      ...entry,
      groups: entry.groups.filter(
        (option) =>
          kept.has(option.currency) && option.code !== 'balance' && isNetworkOption(option) === (entry.isCrypto === 1),
      ),
    }))
    .filter(({ groups }) => groups.length > 0);
}

/** Minutes between blocks, by network. */
const blockMinutes: Readonly<Record<string, number>> = { bitcoin: 10, ethereum: 0.2 };

/** How long coins take to the balance, which asks for more confirmations than an order. */
export function minutesToBalance({ code, durationMinutes }: PaymentOption, confirmations: number): number {
  return Math.max(durationMinutes, Math.ceil(confirmations * (blockMinutes[code] ?? 0)));
}

export interface DepositChoice {
  entry: CurrencyGroup;
  option: PaymentOption;
}

/**
 * The currency and network to begin with: those that are asked for, else the first way of the currency that is open,
 * else the first coin.
 */
export function openChoice(
  choices: readonly CurrencyGroup[],
  wanted: { currency?: string | undefined; group?: string | undefined },
): DepositChoice | undefined {
  const all = choices.flatMap((entry) => entry.groups.map((option) => ({ entry, option })));
  const named = all.filter(({ entry, option }) => [option.currency, entry.name].includes(wanted.currency ?? ''));
  const coins = all.filter(({ entry }) => entry.isCrypto === 1);
  const open = (list: readonly DepositChoice[]) => list.find(({ option }) => option.isPaused === 0) ?? list[0];
  return named.find(({ option }) => option.code === wanted.group) ?? open(named) ?? open(coins) ?? open(all);
}
