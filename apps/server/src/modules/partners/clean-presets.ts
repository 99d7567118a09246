import type { Presets } from '@causeway/contract/shapes/presets';
import { cleanMarkup } from '../locales/clean-markup.ts';
import { z } from 'zod';

/** Presets with their texts reduced to the few harmless tags: on write, and again on render. */
export function cleanPresets(presets: Presets): Presets {
  const { description, productDetails } = presets;
  return {
    ...presets,
    ...(description !== undefined && { description: cleanMarkup(description) }),
    ...(productDetails !== undefined && { productDetails: cleanProductDetails(productDetails) }),
  };
}

const text = z.string().max(400).transform(cleanMarkup);
const item = z.object({
  name: text,
  // Images come over https only; anything else is left out.
  img: z.string().max(500).transform(toImage).optional(),
  price: z.union([z.string().max(40).transform(cleanMarkup), z.number()]).optional(),
  count: z.union([z.string().max(20).transform(cleanMarkup), z.number()]).optional(),
});

/** Values of a style are colours, sizes and keywords; the page decides which of them apply. */
const styleValue = z.union([z.string().regex(/^[#a-z0-9.%-]{1,30}$/i), z.number()]);

const productDetails = z.object({
  style: z
    .record(z.string().regex(/^[A-Za-z_-]{1,40}$/), styleValue.optional().catch(undefined))
    .optional()
    .catch(undefined),
  header: text.optional(),
  footer: text.optional(),
  items: z.array(item).max(50).default([]),
});

/** Product details (3-13) reduced to the known fields, their texts cleaned; empty when they are not such JSON. */
export function cleanProductDetails(json: string): string {
  const parsed = productDetails.safeParse(readJson(json));
  return parsed.success ? JSON.stringify(parsed.data) : '';
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function toImage(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  return url.protocol === 'https:' ? url.href : '';
}
