import type { TestInfo } from '@playwright/test';

/**
 * The theme in which a scenario looks at the window: one shell is looked at in the light, the other in the dark. Both
 * draw the same bundle, and to see each theme in each shell would show nothing more for twice the time.
 */
export function themeOfShell({ project }: TestInfo): 'light' | 'dark' {
  return project.name === 'electron' ? 'dark' : 'light';
}
