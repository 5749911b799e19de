import { useEffect } from 'react';
import { useSettingsStore } from '../state/settings-store.ts';

/** Puts theme and density on the root element, where the tokens look for them. The desktop shell applies the zoom. */
export function useAppearance(): void {
  const theme = useSettingsStore((state) => state.theme);
  const density = useSettingsStore((state) => state.density);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
    dataset.density = density;
  }, [theme, density]);
}
