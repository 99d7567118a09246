import { useEffect, useMemo } from 'react';
import { ProductList } from '../../../parts/order/product-list.tsx';
import { RichText } from '../../../parts/page/rich-text.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useAllTexts } from '../../../platform/late-part.tsx';
import { productSum, readProductDetails } from '../rules/product-details.ts';

export interface PartnerDetailsProps {
  name: string;
  /** Who gets the pay-out, where that is the partner. */
  receiver?: string;
  description: string;
  productDetails: string;
}

/** The partner's texts with their markup, and the products of the purchase (2.3-39). */
export default function PartnerDetails({ name, receiver = '', description, productDetails }: PartnerDetailsProps) {
  const { log } = useRuntime();
  const t = useTexts();
  const hasTexts = useAllTexts();
  const details = useMemo(() => readProductDetails(productDetails), [productDetails]);
  const isUnreadable = productDetails !== '' && details === undefined;
  useEffect(() => {
    if (isUnreadable) log.warn('The product details are no JSON of products');
  }, [isUnreadable, log]);
  return (
    <>
      {(name || description) && (
        <div>
          {name && <b>{name}</b>}
          {description && (
            <p>
              <RichText>{description}</RichText>
            </p>
          )}
        </div>
      )}
      {receiver !== '' && hasTexts && <p>{t('tpl:merchant:goes_to', { name: receiver })}</p>}
      {details && hasTexts && (
        <ProductList
          label={t('tpl:partner:goods')}
          style={details.style}
          header={details.header && <RichText>{details.header}</RichText>}
          footer={details.footer && <RichText>{details.footer}</RichText>}
          items={details.items.map((item, at) => ({
            key: `${at} ${item.name}`,
            name: <RichText>{item.name}</RichText>,
            img: item.img,
            count: productSum(item).count,
            price: productSum(item).sum,
          }))}
        />
      )}
    </>
  );
}
