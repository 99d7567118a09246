import { clientLevels } from '@causeway/domain/clients/client-level';
import {
  documentStatuses,
  fundsProofs,
  addressProofs,
  identityPapers,
  sides,
} from '@causeway/domain/verification/documents';
import { wizards } from '@causeway/domain/verification/wizards';
import { z } from 'zod';
import { flag, flagText, line, unixSeconds } from '../fields/fields.ts';

/** How far one wizard is. It is locked while it is looked at, and after a final refusal. */
export const wizardView = z.object({
  isVerified: flag,
  isLocked: flag,
  status: z.enum(documentStatuses),
});

/** A card that pays, and how far its verification is (3-46). */
export const walletView = wizardView.extend({ id: z.string(), cardNumber: z.string() });

/** How far each wizard is (3-45). */
export const verificationViews = z.object({
  address: wizardView,
  bankStatement: wizardView,
  basic: wizardView,
  clientLevel: z.enum(clientLevels),
  email: wizardView,
  identity: wizardView,
  phone: wizardView,
  wallets: z.array(walletView),
});

/** An uploaded file (3-48). The name is ours: never the one that the file came with. */
export const uploadedFile = z.object({
  id: z.string(),
  /** The side that it shows, or the kind of proof. */
  type: z.string(),
  filename: z.string(),
  status: z.enum(documentStatuses),
  createdAt: unixSeconds,
  ext: z.string(),
  /** What is wrong with it, in the words of its reviewer; empty unless it was declined or rejected. */
  comment: z.string(),
});

/** Limits of the client's level in one currency, whole units as decimal text; `0` where there is no next level. */
export const clientLimit = z.object({
  level: z.enum(clientLevels),
  orderMax: z.string(),
  monthMax: z.string(),
  monthUsed: z.string(),
  /** Empty at the highest level. */
  nextLevel: z.enum(['', ...clientLevels]),
  nextOrderMax: z.string(),
  nextMonthMax: z.string(),
});

export const orderLimits = z.object({ min: z.string(), max: z.string(), currency: z.string() });
export const clientLimits = z.record(z.enum(['USD', 'EUR']), clientLimit);

export const wizardName = z.enum(wizards);
/** Sides of a paper or a card, and the proofs that are one file. */
export const documentType = z.enum([...sides, ...addressProofs, ...fundsProofs]);
export const paperType = z.enum(identityPapers);
export const documentId = z.uuid().meta({ description: 'Number of an uploaded file.' });
export const caseId = z.uuid().meta({ description: 'Number of a wizard that was sent for review.' });
export const uploadId = z.uuid().meta({ description: 'Number of a file that is sent in parts.' });
export const handoverId = z.uuid().meta({ description: 'Number of a wizard that was handed to a phone.' });
/** Token of a saved card. */
export const walletId = line(64);

/** Fields of the basic wizard; what is missing is refused field by field. */
export const basicFields = {
  firstName: line(100).optional(),
  lastName: line(100).optional(),
  birthday: line(10).optional(),
  aCountry: line(2).optional(),
  aState: line(10).optional(),
  aCity: line(100).optional(),
  aPostcode: line(20).optional(),
  aAddr1: line(200).optional(),
  aAddr2: line(200).optional(),
  /** The client agrees that the account is used for no other person: kept with the words that were agreed to. */
  isFraudAgreement: flagText.optional(),
};

export type WizardView = z.output<typeof wizardView>;
export type VerificationViews = z.output<typeof verificationViews>;
export type UploadedFile = z.output<typeof uploadedFile>;
export type ClientLimits = z.output<typeof clientLimits>;
