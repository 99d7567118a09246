/**
 * What a client switches on and off (C-64, C-65), in the order of the screen: columns of the client, and names of
 * texts.
 */
export const emailSwitches = ['isOrderLetters', 'isNews', 'isOffers'] as const;

export type EmailSwitch = (typeof emailSwitches)[number];

/** A value for each switch. */
export function eachSwitch<Value>(valueOf: (name: EmailSwitch) => Value): Record<EmailSwitch, Value> {
  return { isOrderLetters: valueOf('isOrderLetters'), isNews: valueOf('isNews'), isOffers: valueOf('isOffers') };
}
