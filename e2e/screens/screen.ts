import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { BrowserContext, Page } from '@playwright/test';
import type { ApiClient, ProductApi } from '../steps/product-api.ts';

export interface ScreenWorld {
  page: Page;
  context: BrowserContext;
  api: ProductApi;
  sandbox: SandboxDriver;
  /** The screen's client; the same for all screens of one test, made at the first use. */
  client: () => Promise<ApiClient>;
}

/** A screen of the widget that the tests of its looks open. */
export interface Screen {
  name: string;
  /** Who opens it, a visitor by default: screens of one person can share a page. */
  looker?: 'client' | 'unconfirmed client' | 'client with basic data' | 'client with one order';
  /** Brings the page there; it must stay there afterwards. */
  open: (world: ScreenWorld) => Promise<void>;
}
