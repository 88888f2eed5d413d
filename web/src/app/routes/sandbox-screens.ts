import { lazyComponent } from '@kerb/web/design/lazy.tsx';

export const OutboxScreen = lazyComponent(
  async () => (await import('@kerb/web/features/sandbox/outbox.screen.tsx')).OutboxScreen,
);
export const ClockScreen = lazyComponent(
  async () => (await import('@kerb/web/features/sandbox/clock.screen.tsx')).ClockScreen,
);
export const BillerScreen = lazyComponent(
  async () => (await import('@kerb/web/features/sandbox/biller.screen.tsx')).BillerScreen,
);
export const IdentityScreen = lazyComponent(
  async () => (await import('@kerb/web/features/sandbox/identity.screen.tsx')).IdentityScreen,
);
export const GalleryScreen = lazyComponent(
  async () => (await import('@kerb/web/features/gallery/gallery.screen.tsx')).GalleryScreen,
);
