import type { HostMessage } from '@causeway/bridge/shared/protocol';
import { keepTrying } from '../lib/timing/keep-trying.ts';
import { realTimers } from '../lib/timing/timers.ts';
import type { AppParts } from './app-parts.ts';
import type * as ObeyHost from './obey-host.ts';

/**
 * Hears the page around the widget from here on (4.13-03). @returns the function that begins to do what it asks for:
 * done before the first drawing, that would be another page than the one that came
 */
export function followHost(parts: AppParts): () => void {
  let waiting: HostMessage[] | undefined = [];
  let late: Promise<typeof ObeyHost> | undefined;
  const obey = (message: HostMessage) => {
    late ??= keepTrying(realTimers, () => import('./obey-host.ts'));
    void late.then(({ obeyHost }) => obeyHost(parts, message));
  };
  parts.runtime.frame.subscribe((message) => (waiting ? waiting.push(message) : obey(message)));
  return () => {
    waiting?.forEach(obey);
    waiting = undefined;
  };
}
