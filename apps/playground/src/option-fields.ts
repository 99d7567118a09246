import { languages } from '@causeway/domain/languages/languages';
import type { CausewayOptions, Flag } from '@causeway/sdk';

/**
 * Options that the page sets. It is the origin itself, always shows the doctor, and makes no session tokens: those are
 * a server's.
 */
export type OptionName = Exclude<keyof CausewayOptions, 'origin' | 'attributes' | 'sessionToken' | 'debug'>;

export type Section = 'Start' | 'Exchange' | 'Look' | 'Parts' | 'Shop';

/** How an option is asked for. */
export interface OptionField {
  section: Section;
  label: string;
  /** One sentence for who does not know the option. */
  help?: string;
  /** The values that it can have; of `names` any number. */
  values?: readonly string[];
  kind: 'text' | 'amount' | 'choice' | 'names' | 'colour' | 'long';
}

export const sections: readonly Section[] = ['Start', 'Exchange', 'Look', 'Parts', 'Shop'];

const flags: Record<Flag, true> = {
  hideBack: true,
  hideCoupon: true,
  hideFeeDetails: true,
  hideFloatingRate: true,
  hideFooter: true,
  hideFreeFee: true,
  hideHeader: true,
  hidePartnerName: true,
  hidePayout: true,
  hidePurchaseDetails: true,
  hideWeAccept: true,
  isRoutingOff: true,
  isSkipSecondStep: true,
  payToPartner: true,
  showClose: true,
};

/** Every option by name, in the order of the page: an option that the SDK gains must get its row. */
export const optionFields: Readonly<Record<OptionName, OptionField>> = {
  partnerKey: {
    section: 'Start',
    label: 'Partner key',
    help: 'Your public key, pk_… A secret key, sk_…, belongs on your server.',
    kind: 'text',
  },
  display: {
    section: 'Start',
    label: 'Display',
    help: 'Left out: a frame, and the next best where a frame cannot work.',
    kind: 'choice',
    values: ['inline', 'modal', 'popup', 'redirect'],
  },
  swMode: {
    section: 'Start',
    label: 'Mode',
    help: 'What the widget shows; everything when left out.',
    kind: 'choice',
    values: ['cabinet', 'cabinet-buy-sell', 'directBuy', 'merchant'],
  },
  lang: { section: 'Start', label: 'Language', kind: 'choice', values: languages },
  needs: {
    section: 'Start',
    label: 'Needs',
    help: 'What the frame must be able to do; popups when left out.',
    kind: 'names',
    values: ['storage', 'camera', 'payment', 'popups'],
  },
  title: { section: 'Start', label: 'Title of the frame', help: 'For assistive technology.', kind: 'text' },
  payinCurrency: { section: 'Exchange', label: 'Client pays in', help: 'EUR, BTC, USDTTRC20 …', kind: 'text' },
  payinGroup: {
    section: 'Exchange',
    label: 'By',
    help: 'A payment method or a network: card, sepa, tron …',
    kind: 'text',
  },
  payinAmount: { section: 'Exchange', label: 'Amount to pay', kind: 'amount' },
  payoutCurrency: { section: 'Exchange', label: 'Client gets', kind: 'text' },
  payoutGroup: { section: 'Exchange', label: 'To', help: 'A network or a payment method.', kind: 'text' },
  payoutAmount: { section: 'Exchange', label: 'Amount to get', kind: 'amount' },
  dstAddress: {
    section: 'Exchange',
    label: 'Address',
    help: 'Filled in for the client to see and change.',
    kind: 'text',
  },
  dstTag: { section: 'Exchange', label: 'Tag or memo', kind: 'text' },
  coupon: { section: 'Exchange', label: 'Coupon', kind: 'text' },
  theme: { section: 'Look', label: 'Theme', kind: 'choice', values: ['light', 'dark', 'auto'] },
  brand: { section: 'Look', label: 'Brand colour', kind: 'colour' },
  brandDark: { section: 'Look', label: 'Brand colour in dark', kind: 'colour' },
  onBrand: { section: 'Look', label: 'Text on the brand colour', kind: 'colour' },
  onBrandDark: { section: 'Look', label: 'Text on it in dark', kind: 'colour' },
  radius: { section: 'Look', label: 'Corner radius', kind: 'choice', values: ['0px', '6px', '10px', '14px', '22px'] },
  density: { section: 'Look', label: 'Density', kind: 'choice', values: ['.88', '1', '1.12'] },
  font: { section: 'Look', label: 'Font', help: 'Name of a font that the reader’s system has.', kind: 'text' },
  flags: { section: 'Parts', label: 'Flags', kind: 'names', values: Object.keys(flags) },
  routes: {
    section: 'Parts',
    label: 'Routes',
    help: 'Names or patterns with commas between: order-status, verification*',
    kind: 'text',
  },
  partnerOrderId: { section: 'Shop', label: 'Your order number', help: 'It comes back in the events.', kind: 'text' },
  purchaseAmount: { section: 'Shop', label: 'Price', kind: 'amount' },
  purchaseCurrency: { section: 'Shop', label: 'Currency of the price', kind: 'text' },
  description: { section: 'Shop', label: 'Description', help: 'At most 160 characters.', kind: 'long' },
  productDetails: {
    section: 'Shop',
    label: 'Items',
    help: 'JSON with header, footer, style and items.',
    kind: 'long',
  },
};

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionFields, name);
}

/** The names of a section, in the order of the page. */
export function namesOf(section: Section): OptionName[] {
  return Object.keys(optionFields)
    .filter((name) => isOptionName(name))
    .filter((name) => optionFields[name].section === section);
}
