import type { FrameLocator, Page } from '@playwright/test';

/** Where the widget is: a page of its own, or a frame in a partner's page. */
export type Scope = Page | FrameLocator;
