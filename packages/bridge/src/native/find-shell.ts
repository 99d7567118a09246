import { SHELL_POLL } from './protocol.ts';

/**
 * The object that the shell injects. Android's web-message listener, an iOS message handler and React Native all fit
 * behind it.
 */
export interface InjectedShell {
  postMessage: (text: string) => void;
}

/** The page's window as far as looking for a shell needs it. */
export interface ShellWindow {
  parent: unknown;
  causewayShell?: unknown;
  setInterval: (act: () => void, wait: number) => number;
  clearInterval: (timer: number) => void;
}

/** Milliseconds after which the search ends: the page runs in a plain browser. */
const endAfter = 10_000;

const isShell = (value: unknown): value is InjectedShell =>
  typeof value === 'object' && value !== null && 'postMessage' in value && typeof value.postMessage === 'function';

/**
 * Looks for the shell now and every 200 ms (4.13-06), for 10 s; returns the function that stops the search. A framed
 * page never looks: the page around it could pretend to be the device.
 */
export function findShell(window: ShellWindow, onFound: (shell: InjectedShell) => void): () => void {
  if (!Object.is(window.parent, window)) return () => undefined;
  let looks = 0;
  let timer: number | undefined;
  const stop = () => {
    if (timer !== undefined) window.clearInterval(timer);
    timer = undefined;
  };
  const look = () => {
    looks += 1;
    const shell = window.causewayShell;
    if (isShell(shell)) {
      stop();
      onFound(shell);
      return true;
    }
    if (looks * SHELL_POLL > endAfter) stop();
    return false;
  };
  if (!look()) timer = window.setInterval(look, SHELL_POLL);
  return stop;
}
