import type { UploadedFile } from '@causeway/contract/shapes/verification';
import { uploadMax, type DocumentStatus } from '@causeway/domain/verification/documents';
import { describe, expect, test } from 'vitest';
import { isToSend, judgeFile, placesOf, proofsOf, strayFiles } from './wizard-files.ts';

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const file = (type: string, status: DocumentStatus): UploadedFile => ({
  id: `${type} ${status}`,
  type,
  filename: `${type}.jpg`,
  status,
  createdAt: 0,
  ext: 'jpg',
  comment: '',
});
const chosen = { paper: 'id_card', proof: 'utility' } as const;

describe('A-077 a file is judged before it is sent', () => {
  test.each([
    ['5-19 nothing in it', new Blob([]), 'size_small'],
    ['one byte too many', new Blob([jpeg, new Uint8Array(uploadMax - 3)]), 'size_big'],
    ['as large as may be', new Blob([jpeg, new Uint8Array(uploadMax - 4)]), undefined],
    ['a page that is called a picture', new Blob(['<svg/>'], { type: 'image/jpeg' }), 'wrong_type'],
    ['a PDF', new Blob(['%PDF-1.7']), undefined],
  ])('%s', async (_what, blob, fault) => expect(await judgeFile(blob, false)).toBe(fault));
  test('a selfie is a picture', async () => expect(await judgeFile(new Blob(['%PDF-1.7']), true)).toBe('wrong_type'));
  test('A-085 a file that the device keeps back', async () => {
    const blob = new Blob([jpeg]);
    blob.slice = () => {
      throw new DOMException('', 'NotReadableError');
    };
    expect(await judgeFile(blob, false)).toBe('unreadable');
  });
});

describe('the places of a wizard', () => {
  test.each([
    ['5-23', 'international_passport', ['front', 'selfie']],
    ['5-24', 'driver_license', ['front', 'back', 'selfie']],
    ['5-24', 'id_card', ['front', 'back', 'selfie']],
    ['5-25', 'internal_passport', ['front', 'selfie']],
  ] as const)('%s of a paper: %s', (_row, paper, sides) => {
    expect(placesOf('identity', { ...chosen, paper }, []).map(({ type }) => type)).toEqual(sides);
  });
  test('5-26 a card takes three', () => expect(placesOf('wallet', chosen, [])).toHaveLength(3));
  test('5-21 a proof is one file: the one that counts, else the last one that was declined', () => {
    const held = (files: UploadedFile[]) => placesOf('address', chosen, files).map((place) => place.held?.id);
    expect(held([])).toEqual([undefined]);
    expect(held([file('utility', 'declined'), file('tax_return', 'uploaded')])).toEqual(['tax_return uploaded']);
    expect(held([file('utility', 'declined')])).toEqual(['utility declined']);
    expect([proofsOf('address').length, proofsOf('bank_statement').length]).toEqual([6, 5]);
  });
  test('A-076 a place lacks a file where another one is asked for', () => {
    const lacking = ['new', 'uploaded', 'approved', 'declined', 'rejected'] as const;
    expect(lacking.filter((status) => isToSend(file('front', status)))).toEqual(['declined', 'rejected']);
    expect(isToSend(undefined)).toBe(true);
  });
  test('what the chosen paper does not have, and was not sent yet, is stray', () => {
    const files = [file('front', 'new'), file('back', 'new')];
    const places = placesOf('identity', { ...chosen, paper: 'international_passport' }, files);
    expect(strayFiles(places, files).map(({ type }) => type)).toEqual(['back']);
    expect(strayFiles(placesOf('identity', chosen, files), files)).toEqual([]);
  });
});
