import { type BitcoinNetworkName, checkAddress as checkBitcoin } from '../../providers/bitcoin/networks.ts';
import {
  type AddressForm,
  type AddressVerdict,
  base58Form,
  bech32Form,
  cashForm,
  evmForm,
  moneroForm,
  polkadotForm,
  publicKeyForm,
  refused,
  stellarForm,
  tonForm,
  valid,
  witnessForm,
} from './address-forms.ts';

/** Types 0 to 7 of Shelley's addresses (CIP-19) on the main network; their lengths with the parts they have. */
function isCardanoPayment(bytes: Uint8Array): boolean {
  const [type, network] = [(bytes[0] ?? 0) >> 4, (bytes[0] ?? 0) & 15];
  const isSound = type <= 3 ? bytes.length === 57 : type <= 5 ? bytes.length > 29 : bytes.length === 29;
  return network === 1 && type <= 7 && isSound;
}

const oldLitecoin = base58Form([0x30, 0x32]);
const newLitecoin = witnessForm('ltc');

const forms: Readonly<Record<string, AddressForm>> = {
  litecoin: (text) => (/^ltc1/i.test(text) ? newLitecoin(text) : oldLitecoin(text)),
  bitcoin_cash: cashForm,
  dogecoin: base58Form([0x1e, 0x16]),
  ethereum: evmForm,
  bsc: evmForm,
  polygon: evmForm,
  avalanche: evmForm,
  tron: base58Form([0x41]),
  ripple: base58Form([0x00], 'ripple'),
  stellar: stellarForm,
  solana: publicKeyForm,
  cardano: bech32Form('addr', isCardanoPayment),
  polkadot: polkadotForm,
  monero: moneroForm,
  ton: tonForm,
  cosmos: bech32Form('cosmos', (bytes) => bytes.length === 20 || bytes.length === 32),
};

/** Whether the product knows what addresses of a network look like. */
export function knowsNetwork(network: string): boolean {
  return network === 'bitcoin' || Object.hasOwn(forms, network);
}

/**
 * Checks an address of a network by its checksum and gives it its usual form.
 *
 * @throws Error for a network without a known address form
 */
export function checkAddress(network: string, text: string, bitcoinNetwork: BitcoinNetworkName): AddressVerdict {
  if (network === 'bitcoin') {
    const checked = checkBitcoin(text, bitcoinNetwork);
    return checked.isValid ? valid(checked.address) : refused(checked.reason);
  }
  const form = forms[network];
  if (form === undefined) throw new Error(`The form of addresses of ${network} is unknown.`);
  return form(text);
}
