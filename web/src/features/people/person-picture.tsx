import { Avatar } from '@kerb/web/design/avatar.tsx';
import classes from '@kerb/web/features/people/person-picture.module.css';
import { pictureAt } from '@kerb/web/platform/pictures.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

type PersonPictureProps = { name: string; href: string | null; size?: number };

/** An address for the bytes while they are on the screen. */
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

/** Someone's photo, or their initials where there is none or it has not come yet. The name stands beside it. */
export function PersonPicture({ name, href, size = 40 }: PersonPictureProps) {
  const { data } = useQuery({
    queryKey: ['pictures', href],
    queryFn: ({ signal }) => pictureAt(href!, signal),
    enabled: href !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const address = useBlobAddress(href === null ? null : data);
  if (!address) return <Avatar name={name} size={size} />;
  return <img className={classes.picture} src={address} alt="" width={size} height={size} />;
}
