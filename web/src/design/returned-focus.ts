import { useEffect, useRef } from 'react';

/** For a dialog that exists only while it is open: gives the focus back to where it was when the dialog came. */
export function useReturnedFocus(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
}
