import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { fileWizard } from '../pages/file-wizard.ts';
import { identityCheck } from '../pages/identity-check.ts';
import { verification } from '../pages/verification.ts';
import { say } from '../say.ts';
import { simulateCamera } from '../steps/simulate-camera.ts';
import type { Screen } from './screen.ts';

interface Answered {
  wizard?: string;
  status: string;
  /** Statuses of the files by their types. */
  files?: Readonly<Record<string, string>>;
  provider?: string;
}

/** States of documents that only a reviewer or a provider brings about. */
async function answerWizard(page: Page, { wizard = 'identity', status, files = {}, provider = '' }: Answered) {
  const documents = Object.entries(files).map(([type, of], index) => ({
    id: `0d4bb6a4-0000-4000-8000-00000000000${index}`,
    type,
    filename: `${type}.jpg`,
    status: of,
    created_at: 1_790_000_000,
    ext: 'jpg',
    comment: of === 'declined' ? 'Too dark to see your face' : '',
  }));
  await page.route('**/verification/info', (route) =>
    route.fulfill({
      json: {
        success: 1,
        wizard,
        status,
        fields: wizard === 'identity' ? { document_type: 'id_card', document_date: '2019-05-06' } : {},
        comments: wizard === 'identity' ? { document_date: 'The card says 2018' } : {},
        documents,
        provider,
        is_verified: 0,
        is_locked: status === 'rejected' || status === 'uploaded' ? 1 : 0,
        errors: [],
      },
    }),
  );
}

/** Shows the client at a level that only a reviewer or a provider gives. */
async function showLevel(page: Page, level: string): Promise<void> {
  await page.route('**/verification/update', async (route) => {
    const answer = z.looseObject({ views: z.looseObject({}) }).parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...answer, views: { ...answer.views, client_level: level } } });
  });
}

/** What a client shows of itself: personal data, documents, the camera and cards. */
export const verificationScreens: readonly Screen[] = [
  {
    name: 'verification',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/verification');
      await expect(verification(page).row('basic')).toBeVisible();
    },
  },
  {
    name: 'verification-basic',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/verification/basic');
      await verification(page).fillBasic();
      await verification(page).birthday.fill('2020-01-01');
      await verification(page).save.click();
      await expect(page.getByText(say('tpl:error:BIRTHDAY_WRONG'))).toBeVisible();
    },
  },
  {
    name: 'verification-identity',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await page.goto('/verification/identity');
      const wizard = fileWizard(page);
      await wizard.paper('id_card').check({ force: true });
      const [front, back] = [wizard.place('file_front'), wizard.place('file_back')];
      await front.input.setInputFiles(wizard.file('empty.jpg', Buffer.alloc(0)));
      await expect(front.alert).toBeVisible();
      await back.input.setInputFiles(wizard.file('back.jpg', await wizard.picture()));
      await expect(back.state('new')).toBeVisible();
    },
  },
  {
    name: 'verification-identity-sending',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await page.route('**/verification/document/upload', () => undefined);
      await page.goto('/verification/identity');
      const wizard = fileWizard(page);
      const selfie = wizard.place('file_selfie');
      await selfie.input.setInputFiles(wizard.file('me.jpg', await wizard.picture()));
      await expect(selfie.progress).toBeVisible();
    },
  },
  {
    name: 'verification-identity-declined',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await answerWizard(page, {
        status: 'declined',
        files: { front: 'approved', back: 'uploaded', selfie: 'declined' },
      });
      await page.goto('/verification/identity');
      await expect(fileWizard(page).place('file_selfie').state('declined')).toBeVisible();
    },
  },
  {
    name: 'verification-identity-refused',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await answerWizard(page, {
        status: 'rejected',
        files: { front: 'rejected', back: 'rejected', selfie: 'rejected' },
      });
      await page.goto('/verification/identity');
      await expect(page.getByText(say('tpl:verification:rejected_text'))).toBeVisible();
    },
  },
  {
    name: 'verification-identity-in-review',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await answerWizard(page, {
        status: 'uploaded',
        files: { front: 'uploaded', back: 'uploaded', selfie: 'uploaded' },
      });
      await page.goto('/verification/identity');
      await expect(page.getByText(say('tpl:verification:review_text'))).toBeVisible();
    },
  },
  {
    name: 'verification-identity-vendor',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await answerWizard(page, { status: 'new', provider: 'Sumsub' });
      await page.goto('/verification/identity');
      await expect(identityCheck(page).start).toBeVisible();
    },
  },
  {
    name: 'verification-handover',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await page.goto('/verification/identity');
      await page.getByRole('button', { name: say('tpl:verification:handover_button') }).click();
      await expect(page.getByRole('img', { name: say('tpl:verification:handover_qr') })).toBeVisible();
    },
  },
  {
    name: 'verification-address',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await showLevel(page, 'identity');
      await answerWizard(page, { wizard: 'address', status: 'declined', files: { tax_return: 'declined' } });
      await page.goto('/verification/address');
      await expect(fileWizard(page).place('proof_tax_return').state('declined')).toBeVisible();
    },
  },
  {
    name: 'verification-bank-statement',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await showLevel(page, 'address');
      await answerWizard(page, { wizard: 'bank_statement', status: 'new' });
      await page.goto('/verification/bank-statement');
      await expect(fileWizard(page).place('proof_tax_statement').root).toBeVisible();
    },
  },
  {
    name: 'verification-phone',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/verification/phone');
      await expect(page.getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'verification-camera',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await simulateCamera(page, 200);
      await page.goto('/verification/identity');
      const wizard = fileWizard(page);
      await wizard.place('file_front').photo.click();
      await expect(wizard.camera.hint('good')).toBeVisible();
    },
  },
  {
    name: 'verification-cards',
    looker: 'client with basic data',
    open: async ({ page }) => {
      await page.route('**/verification/update', async (route) => {
        const answer = z.looseObject({ views: z.looseObject({}) }).parse(await (await route.fetch()).json());
        const card = (id: string, status: string) => ({
          id,
          card_number: `4242 42·· ···· 424${id}`,
          status,
          is_verified: status === 'approved' ? 1 : 0,
          is_locked: status === 'uploaded' ? 1 : 0,
        });
        const wallets = [card('1', 'new'), card('2', 'uploaded'), card('3', 'approved'), card('4', 'declined')];
        await route.fulfill({ json: { ...answer, views: { ...answer.views, wallets } } });
      });
      await page.goto('/verification');
      await expect(page.getByRole('heading', { name: say('tpl:verification:cards') })).toBeVisible();
    },
  },
];
