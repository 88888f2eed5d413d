import { useSyncExternalStore } from 'react';

const phone = () => matchMedia('(max-width: 47.99em)');

/** Narrower than 768 px: tables become cards and the navigation a drawer. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = phone();
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => phone().matches,
  );
