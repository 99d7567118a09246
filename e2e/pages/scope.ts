import type { FrameLocator, Locator, Page } from '@playwright/test';

/** Where the widget is: a page of its own, or a frame in a partner's page, or a part of either. */
export type Scope = Page | FrameLocator | Locator;
