import { Avatar } from '@kerb/web/design/avatar.tsx';
import { useBlobAddress } from '@kerb/web/design/blob-address.ts';
import classes from '@kerb/web/features/people/person-picture.module.css';
import { pictureAt } from '@kerb/web/platform/pictures.ts';
import { skipToken, useQuery } from '@tanstack/react-query';

type PersonPictureProps = { name: string; href: string | null; size?: number };

/** A person's photo, or their initials if there is none or it is still loading. The name is beside it. */
export function PersonPicture({ name, href, size = 40 }: PersonPictureProps) {
  const { data } = useQuery({
    queryKey: ['pictures', href],
    queryFn: href === null ? skipToken : ({ signal }) => pictureAt(href, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const address = useBlobAddress(href === null ? null : data);
  if (!address) return <Avatar name={name} size={size} />;
  return <img className={classes.picture} src={address} alt="" width={size} height={size} />;
}
