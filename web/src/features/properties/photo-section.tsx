import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { photoHint, photoLabel } from '@kerb/domain/properties/property-photo.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { brandingOf } from '@kerb/web/features/campaigns/branding.queries.ts';
import { PhotoButton, usePhotoUpload } from '@kerb/web/features/properties/photo-upload.tsx';
import { usePhotoChanges } from '@kerb/web/features/properties/properties.queries.ts';
import classes from '@kerb/web/features/properties/property-photo.module.css';
import { PropertyPhoto } from '@kerb/web/features/properties/property-photo.tsx';
import { Button, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

const asked = {
  title: 'Remove the photo?',
  text: 'The payers no longer see it. The file is deleted.',
  confirmLabel: 'Remove photo',
  danger: true,
};

type PhotoSectionProps = { agreement: Agreement; standing: Standing };

/** The photo that the payers see. A change is saved at once. */
export function PhotoSection({ agreement, standing }: PhotoSectionProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(brandingOf(agreement.id));
  const { set, remove } = usePhotoChanges(agreement.id);
  const { refusal, choose, clear } = usePhotoUpload(agreement.tenant, async (assetId) => {
    await set(assetId);
    toast.success('Photo saved');
  });
  const mayChange = standingMay(standing, 'property.change');
  const photo = data?.propertyPhoto ?? null;
  if (!data || (!photo && !mayChange)) return null;
  const takeAway = async () => {
    if (!(await confirm(asked))) return;
    clear();
    try {
      await remove();
      toast.success('Photo removed');
      // The button that was pressed is gone.
      requestAnimationFrame(() => button.current?.focus());
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    <Input.Wrapper
      label={photoLabel}
      labelElement="div"
      error={refusal}
      errorProps={{ role: 'alert' }}
      {...(mayChange && { description: photoHint })}
    >
      <div className={classes.row}>
        {photo && <PropertyPhoto photo={photo} width="640" className={classes.wide} />}
        {mayChange && (
          <div className={classes.buttons}>
            <PhotoButton button={button} hasPhoto={photo !== null} onChoose={(file) => void choose(file)} />
            {photo && (
              <Button variant="subtle" size="xs" onClick={() => void takeAway()}>
                Remove photo
              </Button>
            )}
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}
