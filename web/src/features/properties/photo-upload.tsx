import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { photoRefusal, photoTypes } from '@kerb/domain/people/photo.ts';
import { photoTransform } from '@kerb/domain/vocabulary/asset-uses.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import classes from '@kerb/web/features/properties/property-photo.module.css';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { upload } from '@kerb/web/platform/files.ts';
import { Button } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';

/** Blocks the screen: a form that is saved meanwhile would be saved without the photo. */
function send(tenantId: number, file: File): Promise<{ id: number }> {
  const form = new FormData();
  form.append('tenantId', String(tenantId));
  form.append('assetTransform', photoTransform);
  form.append('asset', file, file.name);
  return withProgress('Saving...', (onProgress) => upload(documentEndpoints.upload, form, { onProgress }));
}

/** Uploads a photo as soon as it is chosen. `take` then uses it; the refusal of either is shown under the button. */
export function usePhotoUpload(tenantId: number, take: (assetId: number, file: File) => Promise<void> | void) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const because = photoRefusal(file);
    setRefusal(because);
    if (because) return;
    try {
      await take((await send(tenantId, file)).id, file);
    } catch (error) {
      setRefusal(sentenceFor(error));
    }
  };
  return { refusal, choose, clear: () => setRefusal(null) };
}

type PhotoButtonProps = {
  hasPhoto: boolean;
  onChoose: (file: File | undefined) => void;
  button?: RefObject<HTMLButtonElement | null>;
};

export function PhotoButton({ hasPhoto, onChoose, button }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={photoTypes}
        tabIndex={-1}
        aria-hidden="true"
        aria-label="Photo of the property: choose a file"
        className={classes.input}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button {...(button && { ref: button })} variant="default" size="xs" onClick={() => input.current?.click()}>
        {hasPhoto ? 'Change photo' : 'Add photo'}
      </Button>
    </>
  );
}
