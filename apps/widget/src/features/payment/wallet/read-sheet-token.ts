/**
 * What a wallet sealed for the acquirer: text in Google's answer, an object in Apple's. Undefined for any other answer.
 */
export function readSheetToken(details: unknown): string | undefined {
  const google = at(at(at(details, 'paymentMethodData'), 'tokenizationData'), 'token');
  if (typeof google === 'string' && google !== '') return google;
  const apple = at(at(details, 'token'), 'paymentData');
  return typeof apple === 'object' && apple !== null ? JSON.stringify(apple) : undefined;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
