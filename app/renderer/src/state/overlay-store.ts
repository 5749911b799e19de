import { create } from 'zustand';

/**
 * Overlays of the window: the palette, the key sheet, what the inspector is made of, two events side by side, the session
 * that is to be saved, an export, the colouring rules, or nothing.
 */
export type Overlay = 'palette' | 'keys' | 'about' | 'pair' | 'session' | 'export' | 'colours';

export const useOverlayStore = create<{ readonly overlay: Overlay | null }>()(() => ({ overlay: null }));

export function openOverlay(overlay: Overlay): void {
  useOverlayStore.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlayStore.setState({ overlay: null });
}
