import type { Locator, Page } from '@playwright/test';

/** A part of the window, found within its page or within a larger part. */
export abstract class Part<Within extends Page | Locator = Page> {
  protected readonly within: Within;

  constructor(within: Within) {
    this.within = within;
  }
}
