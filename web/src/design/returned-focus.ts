import { useEffect, useRef } from 'react';

/** For a dialog that is mounted only while open: returns the focus to where it was before. */
export function useReturnedFocus(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
}
