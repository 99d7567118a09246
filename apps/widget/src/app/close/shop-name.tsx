import { useState } from 'react';
import { createPortal } from 'react-dom';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useTexts } from '../../platform/runtime.ts';
import text from '../../ui/layout/text.module.css';
import { useAccount } from '../app-parts.ts';
import styles from './close-widget.module.css';

/** In whose shop the widget is, beside the logo. */
export function ShopName() {
  const t = useTexts();
  const { partner, widgetParams } = useAccount().config.swConfig;
  const [brand] = useState(() => document.querySelector('[data-popup-frame] > header > a'));
  if (!brand || partner.name === '' || widgetOptions(widgetParams).hidePartnerName) return null;
  const name = t('tpl:common:for_shop', { name: partner.name });
  return createPortal(<span className={`${text.s} ${text.muted} ${styles.shop}`}>{name}</span>, brand);
}
