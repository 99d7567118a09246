import { expect } from '@playwright/test';
import { fileWizard } from '../pages/file-wizard.ts';
import type { Scope } from '../pages/scope.ts';

/** Puts a picture into a place of a wizard and waits until the server has it. */
export async function addFile(scope: Scope, title: string): Promise<void> {
  const wizard = fileWizard(scope);
  const place = wizard.place(title);
  await place.input.setInputFiles(wizard.file('holiday in Rome.jpg', await wizard.picture()));
  await expect(place.state('new')).toBeVisible();
}
