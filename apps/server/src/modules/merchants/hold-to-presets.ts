import { presetNames, type Presets, type PresetName } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { Refusal } from '../../errors.ts';
import type { OrderRequest } from './read-terms.ts';

const amounts: ReadonlySet<string> = new Set(['payinAmount', 'payoutAmount', 'purchaseAmount']);
const flags: ReadonlySet<string> = new Set(['isMerchant', 'payToPartner', 'isDonation']);
/** Presets that are shown and kept, but are no part of a request. */
const unasked: ReadonlySet<string> = new Set(['productDetails', 'httpReturnSuccess', 'httpReturnFailed']);

/**
 * A request with what is fixed filled in.
 *
 * @throws Refusal PRESET_LOCKED for every field in which it says something else
 */
export function holdToPresets(request: OrderRequest, fixed: Presets): OrderRequest {
  const names = presetNames.filter((name) => fixed[name] !== undefined && !unasked.has(name));
  const asked = new Map<string, unknown>(Object.entries(request));
  const changed = names.filter((name) => isOther(name, asked.get(name), fixed[name] ?? ''));
  const typedAside = changedSide(request, fixed);
  const wrong = [...changed, ...typedAside];
  if (wrong.length > 0) throw new Refusal(wrong.map((name) => ({ code: 'PRESET_LOCKED', field: toSnakeCase(name) })));
  const filled = Object.fromEntries(names.map((name) => [name, flags.has(name) ? fixed[name] === '1' : fixed[name]]));
  const side = fixed.payinAmount !== undefined ? false : fixed.payoutAmount === undefined ? undefined : true;
  return { ...request, ...filled, ...(side !== undefined && { isPayoutCalc: side }) };
}

function isOther(name: PresetName, asked: unknown, preset: string): boolean {
  if (asked === undefined || asked === '') return false;
  if (typeof asked === 'boolean') return asked !== (preset === '1');
  if (typeof asked !== 'string') return true;
  if (amounts.has(name)) return isAboveZero(asked) && plainAmount(asked) !== plainAmount(preset);
  return asked.trim() !== preset.trim();
}

/** With one amount fixed, the other side is not typed. */
function changedSide({ isPayoutCalc, payoutAmount }: OrderRequest, fixed: Presets): PresetName[] {
  const isPayoutTyped = isPayoutCalc === true || isAboveZero(payoutAmount ?? '');
  return fixed.payinAmount !== undefined && isPayoutTyped && fixed.payoutAmount === undefined ? ['payinAmount'] : [];
}

function isAboveZero(text: string): boolean {
  return /[1-9]/.test(text);
}

/** One spelling for one amount: `0250.00` and `250` are the same. */
function plainAmount(text: string): string {
  const [whole = '', decimals = ''] = text.split('.');
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = decimals.replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}
