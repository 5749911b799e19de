import type { FullProject, TestInfo } from '@playwright/test';

/** True for the projects whose scenarios run in the desktop shell; the others run in the browser shell. */
export function isDesktop(project: FullProject): boolean {
  return project.name.startsWith('electron');
}

/**
 * The theme in which a scenario looks at the window: one shell is looked at in the light, the other in the dark. Both
 * draw the same bundle, and to see each theme in each shell would show nothing more for twice the time.
 */
export function themeOfShell({ project }: TestInfo): 'light' | 'dark' {
  return isDesktop(project) ? 'dark' : 'light';
}
