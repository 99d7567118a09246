import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { BrowserContext, Page } from '@playwright/test';
import type { ApiClient, ProductApi } from '../steps/product-api.ts';

export interface ScreenWorld {
  page: Page;
  context: BrowserContext;
  api: ProductApi;
  sandbox: SandboxDriver;
  /** Who looks; the same for all screens of one test, made when first asked for. */
  client: () => Promise<ApiClient>;
}

/** A picture of the widget that the looks tests go through. */
export interface Screen {
  name: string;
  /** Who looks at it, a visitor unless told otherwise: screens of one looker can share a page. */
  looker?: 'client' | 'unconfirmed client' | 'client with one order';
  /** Brings the page there; it must stay by itself afterwards. */
  open: (world: ScreenWorld) => Promise<void>;
}
