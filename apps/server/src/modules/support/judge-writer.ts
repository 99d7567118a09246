/**
 * Whose the address is that the answer goes to: one that is not confirmed proves no owner, and a visitor may have typed
 * anybody's.
 */
export function judgeAddress({
  email,
  ownEmail,
  emailConfirmedAt,
}: {
  email: string;
  /** Of the account that is signed in, if there is one. */
  ownEmail: string | null;
  emailConfirmedAt: Date | null;
}): 'visitor' | 'own' | 'unconfirmed' | 'another' {
  if (ownEmail === null) return 'visitor';
  if (email !== ownEmail) return 'another';
  return emailConfirmedAt === null ? 'unconfirmed' : 'own';
}

/** Whether the order is known to be the writer's: anybody who knows its number can name it. */
export function judgeOrder({
  orderClientId,
  clientId,
}: {
  orderClientId: string | null;
  clientId: string | null | undefined;
}): 'own' | 'another' {
  return orderClientId !== null && orderClientId === clientId ? 'own' : 'another';
}
