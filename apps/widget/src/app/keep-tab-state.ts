import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { Preorder } from '../features/exchange/rules/preorder.ts';
import type { AppParts } from './app-parts.ts';

const key = 'causeway.tab';

/** Keeps the preorder, the continue-payment flag and the confirmation for the life of the tab. What was typed before the page answered wins over what was kept. */
export function keepTabState({ runtime, exchange, stepper, flow }: AppParts): void {
  const { tab, boot } = runtime;
  const kept = read(tab.get(key), boot.path);
  if (kept && exchange.getState().change === 'none') {
    exchange.getState().patch(kept.preorder);
    stepper.setState({ isContinuing: kept.isContinuing });
    if (kept.confirmation) flow.confirm(kept.confirmation);
  }
  const save = () => {
    const { preorder } = exchange.getState();
    const { isContinuing, confirmation } = stepper.getState();
    tab.set(key, JSON.stringify({ path: boot.path, preorder, isContinuing, confirmation }));
  };
  exchange.subscribe(save);
  stepper.subscribe(save);
}

interface Kept {
  preorder: Partial<Preorder>;
  isContinuing: boolean;
  confirmation: Confirmation | undefined;
}

/** A page asked with other parameters is a new wish: what another page kept does not count. */
function read(text: string | undefined, path: string): Kept | undefined {
  if (text === undefined) return undefined;
  const kept: unknown = JSON.parse(text);
  if (!isObject(kept) || query(kept['path']) !== query(path) || !isObject(kept['preorder'])) return undefined;
  const { preorder, isContinuing, confirmation } = kept;
  return {
    preorder,
    isContinuing: isContinuing === true,
    confirmation: isConfirmation(confirmation) ? confirmation : undefined,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isConfirmation(value: unknown): value is Confirmation {
  return isObject(value) && typeof value['uuid'] === 'string' && typeof value['expirationTimeSec'] === 'number';
}

function query(path: unknown): string {
  return String(path).split('?')[1] ?? '';
}
