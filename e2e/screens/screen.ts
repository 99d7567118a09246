import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { BrowserContext, Page } from '@playwright/test';
import type { ProductApi } from '../steps/product-api.ts';

export interface ScreenWorld {
  page: Page;
  context: BrowserContext;
  api: ProductApi;
  sandbox: SandboxDriver;
}

/** A picture of the widget that the looks tests go through. */
export interface Screen {
  name: string;
  /** Brings the page there; it must stay by itself afterwards. */
  open: (world: ScreenWorld) => Promise<void>;
}
