import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { lazy, Suspense } from 'react';
import { useAllTexts } from '../../../platform/use-all-texts.ts';
import type { Preorder, Side } from '../rules/preorder.ts';

const Picker = lazy(() => import('../picker/currency-picker.tsx'));

export interface PickerSheetProps {
  /** The side whose currency is chosen; nothing is open without one. */
  side: Side | undefined;
  config: ConfigAnswer;
  preorder: Preorder;
  onClose: () => void;
  onChoose: (side: Side, currency: string, group: string) => void;
}

/** The currency picker in its popup, loaded when it is first opened. */
export function PickerSheet(props: PickerSheetProps) {
  return props.side ? <OpenSheet {...props} side={props.side} /> : null;
}

function OpenSheet(props: PickerSheetProps & { side: Side }) {
  const hasTexts = useAllTexts();
  return <Suspense fallback={null}>{hasTexts && <Picker {...props} />}</Suspense>;
}
