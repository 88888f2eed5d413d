import { photoHint, photoLabel } from '@kerb/domain/properties/property-photo.ts';
import { useBlobAddress } from '@kerb/web/design/blob-address.ts';
import { PhotoButton, usePhotoUpload } from '@kerb/web/features/properties/photo-upload.tsx';
import classes from '@kerb/web/features/properties/property-photo.module.css';
import { Button, Input } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type PhotoFieldProps = {
  tenantId: number;
  value: number | null;
  onChange: (assetId: number | null) => void;
  error: ReactNode;
  /** The path of the field, by which the form finds it. */
  path: string | undefined;
};

/** A photo in a form: uploaded when it is chosen, and used when the form is saved. */
export function PhotoField({ tenantId, value, onChange, error, path }: PhotoFieldProps) {
  const [file, setFile] = useState<File | null>(null);
  const { refusal, choose, clear } = usePhotoUpload(tenantId, (assetId, chosen) => {
    setFile(chosen);
    onChange(assetId);
  });
  const preview = useBlobAddress(value === null ? null : file);
  const takeAway = () => {
    clear();
    setFile(null);
    onChange(null);
  };
  return (
    <Input.Wrapper
      label={photoLabel}
      labelElement="div"
      error={refusal ?? error}
      errorProps={{ role: 'alert' }}
      description={photoHint}
    >
      <div className={classes.row} data-path={path}>
        {preview && (
          <div className={classes.wide}>
            <img src={preview} alt="Chosen" />
          </div>
        )}
        <div className={classes.buttons}>
          <PhotoButton hasPhoto={value !== null} onChoose={(chosen) => void choose(chosen)} />
          {value !== null && (
            <Button variant="subtle" size="xs" onClick={takeAway}>
              Remove photo
            </Button>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}
