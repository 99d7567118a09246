import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { Preorder } from '../features/exchange/rules/preorder.ts';
import type { AppParts } from './app-parts.ts';

const key = 'causeway.tab';

/**
 * Keeps the preorder, the continue-payment flag and the confirmation for the life of the tab. Values typed
 * before the page answered win over the kept ones.
 */
export function keepTabState({ runtime, exchange, stepper, flow }: AppParts): void {
  const { tab, boot } = runtime;
  const kept = read(tab.get(key), boot.path);
  if (kept && exchange.getState().change === 'none') {
    exchange.getState().patch(kept.preorder);
    stepper.setState({ isContinuing: kept.isContinuing });
    if (kept.confirmation) flow.confirm(kept.confirmation);
  }
  const path = kept?.path ?? boot.path;
  const save = () => {
    const { preorder } = exchange.getState();
    const { isContinuing, confirmation } = stepper.getState();
    tab.set(key, JSON.stringify({ path, preorder, isContinuing, confirmation }));
  };
  exchange.subscribe(save);
  stepper.subscribe(save);
  // What was typed before is kept too, even if nothing changes any more.
  if (exchange.getState().change !== 'none') save();
}

interface Kept {
  /** Path and query of the request's first page. */
  path: string;
  preorder: Partial<Preorder>;
  isContinuing: boolean;
  confirmation: Confirmation | undefined;
}

/**
 * A page with parameters of its own is a new request: what another page kept does not count. Later URLs of a request
 * name fewer.
 */
function read(text: string | undefined, asked: string): Kept | undefined {
  if (text === undefined) return undefined;
  const kept: unknown = JSON.parse(text);
  if (!isObject(kept) || !isObject(kept['preorder'])) return undefined;
  const { preorder, isContinuing, confirmation } = kept;
  const path = String(kept['path']);
  if (!parametersOf(asked).every((parameter) => parametersOf(path).includes(parameter))) return undefined;
  return {
    path,
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

function parametersOf(path: string): string[] {
  return path.split(/[?&]/).slice(1);
}
