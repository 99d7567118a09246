export interface Cookies {
  read: (name: string) => string | undefined;
  write: (name: string, value: string, days: number) => void;
}

/** The page's cookies. `SameSite=Lax`, because the widget's own pages alone read them. */
export function createCookies(document: Pick<Document, 'cookie'>): Cookies {
  return {
    read(name) {
      const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
      return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
    },
    write(name, value, days) {
      document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax`;
    },
  };
}
