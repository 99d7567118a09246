/** A sign-in provider that is trusted. */
export interface OidcProvider {
  /** Its code, such as `google`. */
  code: string;
  issuer: string;
  /** Our client number there: tokens for other apps are refused. */
  clientId: string;
}

const form = /^([a-z0-9-]{1,20})=([^\s@,]{1,200})@(https?:\/\/[^\s,]{1,200})$/;

/**
 * Sign-in providers in the form of the setting: `code=clientId@issuer`, separated by commas. @returns `undefined` when
 * it cannot be parsed
 */
export function readProviders(text: string): OidcProvider[] | undefined {
  const parts = text.split(',').filter((part) => part !== '');
  const read = parts.flatMap((part) => {
    const [, code = '', clientId = '', issuer = ''] = form.exec(part) ?? [];
    return code === '' ? [] : [{ code, clientId, issuer: issuer.replace(/\/$/, '') }];
  });
  return read.length === parts.length ? read : undefined;
}
