import type { Presets } from '@causeway/contract/shapes/presets';
import { cleanMarkup, removeMarkup } from '../locales/clean-markup.ts';
import { z } from 'zod';

/** Presets with their texts reduced to the few harmless tags: on write, and again on render. */
export function cleanPresets(presets: Presets): Presets {
  return withTexts(presets, cleanMarkup, whole);
}

/** The same without any tag: anybody may write a link to a partner's page, and must not lead its payer elsewhere. */
export function plainPresets(presets: Presets): Presets {
  return withTexts(presets, removeMarkup, plain);
}

function withTexts(presets: Presets, clean: CleanText, details: typeof whole): Presets {
  const { description, productDetails } = presets;
  return {
    ...presets,
    ...(description !== undefined && { description: clean(description) }),
    ...(productDetails !== undefined && { productDetails: readDetails(details, productDetails) }),
  };
}

type CleanText = (text: string) => string;

/** Values of a style are colours, sizes and keywords; the page decides which of them apply. */
const styleValue = z.union([z.string().regex(/^[#a-z0-9.%-]{1,30}$/i), z.number()]);

const detailsWith = (clean: CleanText) => {
  const text = (max: number) => z.string().max(max).transform(clean);
  const item = z.object({
    name: text(400),
    // Images come over https only; anything else is left out.
    img: z.string().max(500).transform(toImage).optional(),
    price: z.union([text(40), z.number()]).optional(),
    count: z.union([text(20), z.number()]).optional(),
  });
  return z.object({
    style: z
      .record(z.string().regex(/^[A-Za-z_-]{1,40}$/), styleValue.optional().catch(undefined))
      .optional()
      .catch(undefined),
    header: text(400).optional(),
    footer: text(400).optional(),
    items: z.array(item).max(50).default([]),
  });
};
const [whole, plain] = [detailsWith(cleanMarkup), detailsWith(removeMarkup)];

/** Product details (3-13) reduced to the known fields, their texts cleaned; empty when they are not such JSON. */
export function cleanProductDetails(json: string): string {
  return readDetails(whole, json);
}

function readDetails(details: typeof whole, json: string): string {
  const parsed = details.safeParse(readJson(json));
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
