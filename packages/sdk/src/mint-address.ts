import { type Mounted, fail } from './mounted.ts';
import { widgetAddress } from './widget-address.ts';

/** The newest load of each frame. */
const loads = new WeakMap<Mounted, symbol>();

/** Calls the partner's function for a token and passes the URL with it to `go`. */
export function mintAddress(widget: Mounted, go: (url: string) => void, path?: string): void {
  const { options } = widget;
  const own = Symbol();
  const isFrame = path === undefined;
  if (isFrame) loads.set(widget, own);
  // A slow token may come after that of a later load, or after the widget has left the page.
  const isWanted = () => !widget.isEnded && (!isFrame || loads.get(widget) === own);
  const mint = async () => {
    const { sessionToken } = options;
    return typeof sessionToken === 'function' ? sessionToken() : sessionToken;
  };
  mint().then(
    (token) => isWanted() && go(widgetAddress({ ...options, sessionToken: token }, path)),
    (error: unknown) =>
      isWanted() && fail(widget, `Expected "sessionToken" to give a token, but it failed: ${String(error)}.`),
  );
}

/** Passes the widget's URL at top level to `go`, with a new token when a function makes them; at once otherwise. */
export function withTopAddress(widget: Mounted, go: (url: string) => void): void {
  const { options } = widget;
  if (typeof options.sessionToken === 'function') mintAddress(widget, go, '/buysell');
  else go(widgetAddress(options, '/buysell'));
}
