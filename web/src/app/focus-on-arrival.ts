import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * After a navigation the focus goes to the new page's content, as on a page load; otherwise it stays on a removed link.
 */
export function useFocusOnArrival() {
  const router = useRouter();
  const content = useRef<HTMLElement>(null);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        const isElsewhere = !content.current?.contains(document.activeElement);
        if (fromLocation && pathChanged && isElsewhere) content.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  return content;
}
