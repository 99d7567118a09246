export interface Cookies {
  read: (name: string) => string | undefined;
  /** For a year; an empty value removes it. */
  write: (name: string, value: string) => void;
}

export const cookieDays = 365;

/**
 * The page's cookies. `SameSite=Lax`, because only the widget's own pages read them; `Secure` on https. Browsers accept
 * the prefix `__Host-` of a name on https only: elsewhere the name has no prefix.
 */
export function createCookies(document: { cookie: string; location: { protocol: string } }): Cookies {
  const isSecure = document.location.protocol === 'https:';
  const start = (name: string) => `${isSecure ? name : name.replace('__Host-', '')}=`;
  return {
    read(name) {
      const pair = document.cookie.split('; ').find((part) => part.startsWith(start(name)));
      return pair && decodeURIComponent(pair.slice(start(name).length));
    },
    write(name, value) {
      document.cookie = `${start(name)}${encodeURIComponent(value)}; Path=/; Max-Age=${value === '' ? 0 : cookieDays * 86_400}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
  };
}
