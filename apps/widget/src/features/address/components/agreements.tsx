import { paymentKind } from '@causeway/domain/payments/payment-methods';
import { useTexts } from '../../../platform/runtime.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import { type AddressQuestions, type Agreement, agreedByButton } from '../rules/address-questions.ts';
import type { AddressForm } from '../use-address-form.ts';

export interface AgreementsProps {
  form: AddressForm;
  questions: AddressQuestions;
  payinGroup: string;
}

/** What the client agrees to before the order is placed, by boxes and by the button: all is obligatory. */
export function Agreements({ form, questions, payinGroup }: AgreementsProps) {
  const t = useTexts();
  if (questions.agreements.length === 0) return null;
  const texts: Record<Agreement, string> = {
    isAgreeName: t(questions.layout === 'AddressDefault' ? 'tpl:address:agree_wallet' : 'tpl:address:agree_account'),
    isAgreeRate: t('tpl:address:agree_rate', { payment: paymentKind(payinGroup, false) }),
    isZerohashAgreement: t('tpl:address:agree_zerohash'),
    isElderlyAgreement: t('tpl:address:agree_elderly'),
  };
  const lines = questions.agreements.filter((name) => agreedByButton.has(name));
  const boxes = questions.agreements.filter((name) => !agreedByButton.has(name));
  // The server's refusal of a line has no box to stand at.
  const refusal = lines.map((name) => form.errorOf(name)).find((error) => error !== undefined);
  return (
    <div className={`${text.stack} ${layout.push}`}>
      {boxes.map((name) => (
        <Checkbox
          key={name}
          name={name}
          checked={form.values[name]}
          onChange={(checked) => form.change({ [name]: checked })}
          error={form.errorOf(name)}
        >
          {texts[name]}
        </Checkbox>
      ))}
      {lines.length > 0 && (
        <div className={`${text.s} ${text.quiet}`}>
          <p>{t('tpl:address:agree_lead')}</p>
          <ul className={text.bullets}>
            {lines.map((name) => (
              <li key={name}>{texts[name]}</li>
            ))}
          </ul>
        </div>
      )}
      {refusal !== undefined && <Callout>{refusal}</Callout>}
    </div>
  );
}
