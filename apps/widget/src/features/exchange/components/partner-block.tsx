import { lazy, Suspense, useEffect, useState } from 'react';
import type { WidgetOptions } from '../rules/widget-options.ts';

const PartnerDetails = lazy(() => import('./partner-details.tsx'));

export interface PartnerBlockProps {
  options: WidgetOptions;
  /** The partner's name; empty without a partner. */
  partner: string;
}

/**
 * The partner's description of the purchase (2.3-04). The page comes with the plain text; its markup and the products
 * follow.
 */
export function PartnerBlock({ options, partner }: PartnerBlockProps) {
  const { description, productDetails, payToPartner } = options;
  const name = options.hidePartnerName ? '' : partner;
  const [isLate, setLate] = useState(false);
  useEffect(() => setLate(true), []);
  // Without a partner a stranger wrote these words into the link. Without more than a name there is the header.
  if (partner === '' || (description === '' && productDetails === '')) return null;
  const plain = (
    <div>
      {name && <b>{name}</b>}
      {description && <p>{description.replaceAll(/<[^>]*>/g, '')}</p>}
    </div>
  );
  if (!isLate) return plain;
  return (
    <Suspense fallback={plain}>
      <PartnerDetails
        name={name}
        receiver={payToPartner ? partner : ''}
        description={description}
        productDetails={productDetails}
      />
    </Suspense>
  );
}
