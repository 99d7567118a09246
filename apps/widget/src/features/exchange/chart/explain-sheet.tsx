import { useTexts } from '../../../platform/runtime.ts';
import { Popup } from '../../../ui/layout/popup.tsx';
import text from '../../../ui/layout/text.module.css';
import { PriceSheet } from './price-sheet.tsx';

/** What was pressed: a rate, or the name of a fee. */
export type Asked = { base: string; quote: string } | { fee: string; name: string; group: string };

interface ExplainSheetProps {
  asked: Asked;
  show: (amount: string, code: string) => string;
  onClose: () => void;
}

/** The past of a rate (C-90), or who gets a fee and why. */
export default function ExplainSheet({ asked, show, onClose }: ExplainSheetProps) {
  const t = useTexts();
  if ('base' in asked) return <PriceSheet {...asked} show={show} onClose={onClose} />;
  return (
    <Popup open onClose={onClose} title={asked.name} closeLabel={t('tpl:common:close')}>
      <p className={text.lead}>{t(`tpl:chart:fee_${asked.fee}`, { group: asked.group })}</p>
    </Popup>
  );
}
