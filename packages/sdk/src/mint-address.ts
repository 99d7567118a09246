import { type Mounted, fail } from './mounted.ts';
import { widgetAddress } from './widget-address.ts';

/** Calls the partner's function for a token and passes the URL with it to `go`. */
export function mintAddress(widget: Mounted, go: (url: string) => void, path?: string): void {
  const { options } = widget;
  const mint = async () => {
    const { sessionToken } = options;
    return typeof sessionToken === 'function' ? sessionToken() : sessionToken;
  };
  mint().then(
    (token) => go(widgetAddress(options, path, token)),
    (error: unknown) => fail(widget, `Expected "sessionToken" to give a token, but it failed: ${String(error)}.`),
  );
}
