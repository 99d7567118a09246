import type { Preorder } from '../features/exchange/rules/preorder.ts';
import type { AppParts } from './app-parts.ts';

const key = 'causeway.tab';

/** Keeps the preorder and the continue-payment flag for the life of the tab. What was typed before the page answered wins over what was kept. */
export function keepTabState({ runtime, exchange, stepper }: AppParts): void {
  const { tab, boot } = runtime;
  const kept = read(tab.get(key), boot.path);
  if (kept && exchange.getState().change === 'none') {
    exchange.getState().patch(kept.preorder);
    stepper.setState({ isContinuing: kept.isContinuing });
  }
  const save = () => {
    const { preorder } = exchange.getState();
    const { isContinuing } = stepper.getState();
    tab.set(key, JSON.stringify({ path: boot.path, preorder, isContinuing }));
  };
  exchange.subscribe(save);
  stepper.subscribe(save);
}

/** A page asked with other parameters is a new wish: what another page kept does not count. */
function read(
  text: string | undefined,
  path: string,
): { preorder: Partial<Preorder>; isContinuing: boolean } | undefined {
  if (text === undefined) return undefined;
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null || !('preorder' in kept) || !('path' in kept)) return undefined;
  if (query(kept.path) !== query(path) || typeof kept.preorder !== 'object' || kept.preorder === null) return undefined;
  return { preorder: kept.preorder, isContinuing: 'isContinuing' in kept && kept.isContinuing === true };
}

function query(path: unknown): string {
  return String(path).split('?')[1] ?? '';
}
