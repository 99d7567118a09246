import { lazy, Suspense, useEffect } from 'react';
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
  return <Suspense fallback={<Hold />}>{hasTexts ? <Picker {...props} /> : <Hold />}</Suspense>;
}

/** The focus stays on what was pressed until the picker has come (D12). */
function Hold() {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => event.key === 'Tab' && event.preventDefault();
    document.addEventListener('keydown', hold);
    return () => document.removeEventListener('keydown', hold);
  }, []);
  return null;
}
