/** The plain form of addresses by network group; the checksum is the server's business. */
const forms: Readonly<Record<string, RegExp>> = {
  bitcoin: /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,39})$/i,
  litecoin: /^(?:(?:ltc|tltc|rltc)1[02-9ac-hj-np-z]{11,87}|[3LMmn2Q][1-9A-HJ-NP-Za-km-z]{25,39})$/i,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
};
const hex = /^0x[0-9a-f]{40}$/i;
const any = /^[\w:.-]{10,200}$/;

/** Whether a text could be an address of this network; an unknown network takes any single word. */
export function looksLikeAddress(text: string, network: string): boolean {
  const address = text.trim();
  const form = forms[network] ?? (address.startsWith('0x') ? hex : any);
  return form.test(address);
}
