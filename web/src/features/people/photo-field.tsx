import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { photoRefusal, photoTypes } from '@kerb/domain/people/photo.ts';
import { portraitTransform } from '@kerb/domain/vocabulary/asset-uses.ts';
import { useBlobAddress } from '@kerb/web/design/blob-address.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { PersonPicture } from '@kerb/web/features/people/person-picture.tsx';
import classes from '@kerb/web/features/people/photo-field.module.css';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { upload } from '@kerb/web/platform/files.ts';
import { Button, Input } from '@mantine/core';
import { useId, useRef, useState } from 'react';

/** The value of a photo in a form: undefined while unchanged, null if it is to be removed. */
export type ChosenPhoto = number | null | undefined;

type PhotoFieldProps = {
  name: string;
  /** The current photo, before anything is chosen. */
  href: string | null;
  value: ChosenPhoto;
  onChange: (photo: ChosenPhoto) => void;
  error?: React.ReactNode;
};

/** Blocks the screen: a form that is saved meanwhile would be saved without the photo. */
function sendPhoto(file: File): Promise<{ id: number }> {
  const form = new FormData();
  form.append('tenantId', String(platformTenantId));
  form.append('assetTransform', portraitTransform);
  form.append('asset', file, file.name);
  return withProgress('Saving...', (onProgress) => upload(documentEndpoints.upload, form, { onProgress }));
}

/** Uploads a photo as soon as it is chosen; it is assigned when the form is saved. */
function useSending(onChange: (photo: ChosenPhoto) => void) {
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const because = photoRefusal(chosen);
    setRefusal(because);
    if (because) return;
    try {
      onChange((await sendPhoto(chosen)).id);
      setFile(chosen);
    } catch (error) {
      setRefusal(sentenceFor(error));
    }
  };
  const clear = () => {
    setFile(null);
    setRefusal(null);
    onChange(null);
  };
  return { file, refusal, choose, clear };
}

export function PhotoField({ name, href, value, onChange, error }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { file, refusal, choose, clear } = useSending(onChange);
  const preview = useBlobAddress(file);
  const isKept = value === undefined;
  const hasPhoto = isKept ? href !== null : value !== null;
  return (
    <Input.Wrapper
      label="Photo"
      error={refusal ?? error}
      errorProps={{ role: 'alert' }}
      labelElement="div"
      className={classes.field}
    >
      <div className={classes.row}>
        {preview && value ? (
          <img className={classes.preview} src={preview} alt="" width={56} height={56} />
        ) : (
          <PersonPicture name={name} href={isKept ? href : null} size={56} />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={photoTypes}
          tabIndex={-1}
          aria-hidden="true"
          aria-label="Photo: choose a file"
          className={classes.input}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <Button variant="default" size="xs" onClick={() => input.current?.click()}>
          {hasPhoto ? 'Change photo' : 'Choose photo'}
        </Button>
        {hasPhoto && (
          <Button variant="subtle" size="xs" onClick={clear}>
            Remove photo
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
