/** Order numbers that a reference can mean, as people and banks write them: spaces, dashes, case, O for 0, I or L for 1. */
export function readReference(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return [...plain.matchAll(/(?=CW([A-Z0-9]{16}))/g)].map(
    ([, number = '']) => `CW${number.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`,
  );
}

/** What is known of the place a transfer could belong to. */
export interface TransferHints {
  /** Orders that the reference names. */
  byReference: readonly string[];
  /** Order that the account number was made for. */
  byIban: string | undefined;
}

/**
 * The order a transfer belongs to: the one its reference names, or else the one its account number was made for.
 * Nobody's, where the two name different orders: guessing would give one client's money to another.
 */
export function matchTransfer({ byReference, byIban }: TransferHints): string | undefined {
  const [named, another] = byReference;
  if (another !== undefined) return undefined;
  if (named === undefined) return byIban;
  return byIban === undefined || byIban === named ? named : undefined;
}
