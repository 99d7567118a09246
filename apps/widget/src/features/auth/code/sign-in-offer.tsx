import { knowsPasskeys } from '../../../platform/passkeys.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';

export interface SignInOfferProps {
  onPasskey: () => void;
  onPassword: () => void;
}

/** Offered after the purchase, never before: a quicker way in than a code by e-mail. */
export function SignInOffer({ onPasskey, onPassword }: SignInOfferProps) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      <Card>
        <div className={text.stackS}>
          <p className={text.label}>{t('tpl:order:offer_title')}</p>
          <p className={text.s}>{t('tpl:order:offer_text')}</p>
          {knowsPasskeys() && (
            <QuietButton look="soft" icon="key-round" onClick={onPasskey}>
              {t('tpl:order:offer_passkey')}
            </QuietButton>
          )}
          <QuietButton look="line" onClick={onPassword}>
            {t('tpl:order:offer_password')}
          </QuietButton>
        </div>
      </Card>
    </div>
  );
}
