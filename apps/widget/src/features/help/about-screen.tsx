import type { BootData } from '@causeway/contract/boot/boot-data';
import { useTexts } from '../../platform/runtime.ts';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import styles from './help.module.css';

/** What the product is, the company behind it and its contacts, from the operator's settings. */
export function AboutScreen({ brand }: { brand: BootData['brand'] }) {
  const t = useTexts();
  const { name, supportUrl, termsUrl, privacyUrl, legalText, legalUrl } = brand;
  const contacts = [
    [t('tpl:about:support'), supportUrl],
    [t('tpl:about:legal'), legalUrl],
    [t('tpl:about:terms'), termsUrl],
    [t('tpl:about:privacy'), privacyUrl],
  ] as const;
  return (
    <div className={layout.main}>
      <p className={text.lead}>{t('tpl:about:what', { brand: name })}</p>
      <p className={text.lead}>{t('tpl:about:care')}</p>
      <Card>
        <dl className={styles.facts}>
          {legalText !== undefined && (
            <div>
              <dt>{t('tpl:about:company')}</dt>
              <dd>{legalText}</dd>
            </div>
          )}
          {contacts.map(
            ([label, url]) =>
              url !== undefined && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <a href={url}>{shownUrl(url)}</a>
                  </dd>
                </div>
              ),
          )}
        </dl>
      </Card>
      <p className={text.s}>{t('tpl:about:risk')}</p>
    </div>
  );
}

/** A contact as a person reads it: the e-mail address of a `mailto:`, a page without its scheme. */
export function shownUrl(url: string): string {
  return url.replace(/^mailto:([^?]*).*$|^https?:\/\/(?:www\.)?/, '$1').replace(/\/$/, '');
}
