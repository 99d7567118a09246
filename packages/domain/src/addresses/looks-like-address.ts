/** The plain form of addresses by network; the server checks the checksum. */
const forms: Readonly<Record<string, RegExp>> = {
  bitcoin: /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,39})$/i,
  litecoin: /^(?:(?:ltc|tltc|rltc)1[02-9ac-hj-np-z]{11,87}|[3LMmn2Q][1-9A-HJ-NP-Za-km-z]{25,39})$/i,
  ethereum: /^0x[0-9a-f]{40}$/i,
  bsc: /^0x[0-9a-f]{40}$/i,
  polygon: /^0x[0-9a-f]{40}$/i,
  avalanche: /^0x[0-9a-f]{40}$/i,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
};
const any = /^[\w:.-]{10,200}$/;

/**
 * Whether a text could be a chain address of a network; a network without a form of its own accepts any text without
 * spaces.
 */
export function looksLikeAddress(network: string, text: string): boolean {
  return (forms[network] ?? any).test(text.trim());
}

/** Networks whose addresses have a checksum that is known here. */
export function hasAddressForm(network: string): boolean {
  return Object.hasOwn(forms, network);
}

/** Networks that an address distinguishes; what runs on Ethereum's addresses counts as Ethereum. */
export type AddressNetwork = 'bitcoin' | 'litecoin' | 'ethereum' | 'tron';

const distinguishable: readonly AddressNetwork[] = ['bitcoin', 'litecoin', 'ethereum', 'tron'];

/** The network to which a text belongs by its form, or `undefined` when it has the form of none. */
export function networkOfAddress(text: string): AddressNetwork | undefined {
  return distinguishable.find((network) => looksLikeAddress(network, text));
}
