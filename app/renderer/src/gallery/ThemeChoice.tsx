import { Segmented } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';

type Theme = 'system' | 'light' | 'dark';

const choices = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Puts the theme on the root element, as the window does. It is forgotten with the page. */
export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
  return <Segmented label="Theme" choices={choices} value={theme} onChange={setTheme} />;
}
