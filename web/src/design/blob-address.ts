import { useEffect, useState } from 'react';

/** An object URL for the bytes, revoked when the component unmounts. */
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
