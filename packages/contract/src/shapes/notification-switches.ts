/** Kinds of events, each with the channels that a client may choose for it: columns of the client, names of texts. */
export const eventSwitches = {
  orders: { email: 'isOrderLetters', push: 'isOrderPush', list: 'isOrderListed' },
  verification: { email: 'isVerificationLetters', push: 'isVerificationPush', list: 'isVerificationListed' },
  /** E-mails about the account's security are always sent and listed: who took it over cannot hide there. */
  security: { push: 'isSecurityPush' },
} as const;

/** Advertising: what each switch turns on is agreed to by name, and its row of `consentTexts` has the words. */
export const advertisingSwitches = [
  { name: 'isNews', purpose: 'news' },
  { name: 'isOffers', purpose: 'offers' },
] as const;

export type EventKind = keyof typeof eventSwitches;
export const eventKinds = ['orders', 'verification', 'security'] as const satisfies readonly EventKind[];

/** Switches that a saving names (C-65), and what came later: left out, they stay. */
export const namedSwitches = ['isOrderLetters', 'isNews', 'isOffers'] as const;
export const laterSwitches = [
  'isOrderPush',
  'isOrderListed',
  'isVerificationLetters',
  'isVerificationPush',
  'isVerificationListed',
  'isSecurityPush',
] as const;
export const notificationSwitches = [...namedSwitches, ...laterSwitches] as const;

export type NotificationSwitch = (typeof notificationSwitches)[number];

/** A value for each of some switches. */
export function eachSwitch<Value, Name extends string>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  const values: Partial<Record<Name, Value>> = {};
  for (const name of names) values[name] = valueOf(name);
  if (!isWhole(values, names)) throw new Error('A switch has no value.');
  return values;
}

function isWhole<Value, Name extends string>(
  values: Partial<Record<Name, Value>>,
  names: readonly Name[],
): values is Record<Name, Value> {
  return names.every((name) => Object.hasOwn(values, name));
}
