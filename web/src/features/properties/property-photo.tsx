import type { PropertyPhoto as Photo } from '@kerb/domain/properties/photos.contract.ts';
import type { PhotoWidth } from '@kerb/domain/properties/property-photo.ts';
import { useBlobAddress } from '@kerb/web/design/blob-address.ts';
import classes from '@kerb/web/features/properties/property-photo.module.css';
import { pictureAt } from '@kerb/web/platform/pictures.ts';
import { useQuery } from '@tanstack/react-query';

type PropertyPhotoProps = { photo: Photo; width: PhotoWidth; className?: string | undefined };

/** The photo of a campaign's property. Choose a width of twice the size on the page, for high-resolution screens. */
export function PropertyPhoto({ photo, width, className = classes.photo }: PropertyPhotoProps) {
  const href = `${photo.href}&width=${width}`;
  const { data } = useQuery({
    queryKey: ['pictures', href],
    queryFn: ({ signal }) => pictureAt(href, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const address = useBlobAddress(data);
  return <div className={className}>{address && <img src={address} alt={photo.alt} />}</div>;
}
