import { create } from 'zustand';

/** What lies over the window: the palette, the key sheet, or nothing. */
export type Overlay = 'palette' | 'keys';

export const useOverlayStore = create<{ readonly overlay: Overlay | null }>()(() => ({ overlay: null }));

export function openOverlay(overlay: Overlay): void {
  useOverlayStore.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlayStore.setState({ overlay: null });
}
