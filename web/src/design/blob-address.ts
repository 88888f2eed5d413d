import { useEffect, useState } from 'react';

/** An address for the bytes, for as long as the component is on the screen. */
export function useBlobAddress(bytes: Blob | undefined | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [bytes]);
  return address;
}
