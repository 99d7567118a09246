/** What an app is built with; `.env` or the environment of the build. */
export interface Settings {
  /** Where the product runs, an exact origin. */
  origin: string;
  /** Google's client id of the web, where the app signs in with Google. */
  googleClientId: string;
}

/** @throws Error when the product's URL is missing or not an origin */
export function readSettings(env: Readonly<Record<string, unknown>>): Settings {
  const text = (name: string) => (typeof env[name] === 'string' ? env[name] : '');
  const origin = text('VITE_CAUSEWAY_URL');
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new Error(`Set VITE_CAUSEWAY_URL to where Causeway runs, such as https://pay.example; it is "${origin}".`);
  return { origin, googleClientId: text('VITE_GOOGLE_CLIENT_ID') };
}
