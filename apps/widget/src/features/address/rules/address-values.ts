/** What the address step collects (3-17), under its names of the wire. */
export interface AddressValues {
  dstAddress: string;
  dstTag: string;
  memoId: string;
  memoType: string;
  memoValue: string;
  bankCode: string;
  iban: string;
  recurringId: string;
  /** A saved card. */
  token: string;
  isRememberCard: boolean;
  isRememberCardAgree: boolean;
  /** Holder of the bank account. */
  beneficiaryAccount: string;
  aCountry: string;
  aState: string;
  aCity: string;
  aPostcode: string;
  aAddr1: string;
  aAddr2: string;
  isAgreeName: boolean;
  isAgreeRate: boolean;
  /** The address was compared with the one it resembles. */
  isAgreeAddress: boolean;
  isZerohashAgreement: boolean;
  isElderlyAgreement: boolean;
}

export const noAddressValues: AddressValues = {
  dstAddress: '',
  dstTag: '',
  memoId: '',
  memoType: '',
  memoValue: '',
  bankCode: '',
  iban: '',
  recurringId: '',
  token: '',
  isRememberCard: false,
  isRememberCardAgree: false,
  beneficiaryAccount: '',
  aCountry: '',
  aState: '',
  aCity: '',
  aPostcode: '',
  aAddr1: '',
  aAddr2: '',
  isAgreeName: false,
  isAgreeRate: false,
  isAgreeAddress: false,
  isZerohashAgreement: false,
  isElderlyAgreement: false,
};
