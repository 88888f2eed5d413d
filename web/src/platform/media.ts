import { useSyncExternalStore } from 'react';

const useIsNarrower = (width: string): boolean => {
  const media = `(max-width: ${width})`;
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(media).matches,
  );
};

/** Narrower than 768 px: tables become cards and the navigation a drawer. */
export const useIsPhone = (): boolean => useIsNarrower('47.99em');

/** Narrower than 1440 px: not every link of an admin fits beside the brand. */
export const useIsLaptop = (): boolean => useIsNarrower('89.99em');
