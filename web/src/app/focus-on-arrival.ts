import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** On another page the focus goes to its content, as on a real page load; otherwise it stays on a dead link. */
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
