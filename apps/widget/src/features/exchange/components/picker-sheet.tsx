import { lazy, Suspense } from 'react';
import { useAllTexts } from '../../../platform/use-all-texts.ts';
import type { PickerSheetProps } from '../picker/currency-picker.tsx';
import type { Side } from '../rules/preorder.ts';

const Picker = lazy(() => import('../picker/currency-picker.tsx'));

/** The currency picker in its popup, loaded when it is first opened. */
export function PickerSheet(props: PickerSheetProps) {
  return props.side ? <OpenSheet {...props} side={props.side} /> : null;
}

function OpenSheet(props: PickerSheetProps & { side: Side }) {
  const hasTexts = useAllTexts();
  return <Suspense fallback={null}>{hasTexts && <Picker {...props} />}</Suspense>;
}
