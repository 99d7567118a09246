import type { Presets } from '@causeway/contract/shapes/presets';
import { cleanMarkup } from '../locales/clean-markup.ts';
import { cleanProductDetails } from './clean-product-details.ts';

/** Presets with the texts among them reduced to the few harmless tags: on write, and again on render. */
export function cleanPresets(presets: Presets): Presets {
  const { description, productDetails } = presets;
  return {
    ...presets,
    ...(description !== undefined && { description: cleanMarkup(description) }),
    ...(productDetails !== undefined && { productDetails: cleanProductDetails(productDetails) }),
  };
}
