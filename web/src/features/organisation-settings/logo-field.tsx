import { documentEndpoints, fileTooLarge, largestFileBytes } from '@kerb/domain/documents/documents.contract.ts';
import { notPhoto } from '@kerb/domain/people/photo.ts';
import { logoTransform } from '@kerb/domain/vocabulary/asset-uses.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LogoCropDialog } from '@kerb/web/features/organisation-settings/logo-crop.dialog.tsx';
import { markOf, pathOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { OrganisationLogo } from '@kerb/web/features/organisations/organisation-logo.tsx';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { upload } from '@kerb/web/platform/files.ts';
import { Button, Group, Input } from '@mantine/core';
import { useRef, useState } from 'react';

const accepted = 'image/png,image/jpeg,image/gif,image/webp';

function refusalOf({ type, size }: File): string | null {
  if (!accepted.split(',').includes(type)) return notPhoto;
  return size > largestFileBytes ? fileTooLarge : null;
}

/** Uploads the picture at once; it becomes the logo when the settings are saved. */
function sendLogo(tenantId: number, file: File) {
  const data = new FormData();
  data.append('tenantId', String(tenantId));
  data.append('assetTransform', logoTransform);
  data.append('asset', file, file.name);
  return withProgress('Saving...', (onProgress) => upload(documentEndpoints.upload, data, { onProgress }));
}

/** The logo to show: the one just chosen, the pending one, or the live one. */
function Shown({ form, settings, chosen }: SettingsPart & { chosen: string | null }) {
  const { logo } = form.form.values;
  if (logo === null) return null;
  if (chosen) return <img src={chosen} alt="Chosen logo" className={classes.logo} />;
  const url = settings.draftContent?.logo === logo ? settings.draftLogoUrl : settings.logoUrl;
  return url && <OrganisationLogo tenantId={settings.id} url={url} name="Logo" className={classes.logo} />;
}

export function LogoField({ form, settings }: SettingsPart) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { error, ...rest } = form.field('logo');
  const complain = (words: string) => form.form.setFieldError('logo', words);

  const open = async (file: File | undefined) => {
    if (!file) return;
    form.form.clearFieldError('logo');
    const refusal = refusalOf(file);
    if (refusal) return complain(refusal);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      complain(notPhoto); // The browser cannot decode the file.
    }
  };
  const take = async (file: File) => {
    try {
      const { id } = await sendLogo(settings.id, file);
      setChosen(URL.createObjectURL(file));
      form.form.setFieldValue('logo', id);
    } catch (problem) {
      complain(sentenceFor(problem));
    }
  };
  return (
    <Input.Wrapper label="Logo" labelElement="div" error={error} {...markOf(settings, 'logo')}>
      <div data-path={pathOf(rest)}>
        <Shown form={form} settings={settings} chosen={chosen} />
        <Group gap="sm" mt="xs">
          <Button variant="default" size="xs" onClick={() => input.current?.click()}>
            Choose a logo
          </Button>
          {form.form.values.logo !== null && (
            <Button variant="subtle" size="xs" onClick={() => form.form.setFieldValue('logo', null)}>
              Remove logo
            </Button>
          )}
        </Group>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          accept={accepted}
          aria-label="Logo: choose a picture"
          onChange={({ currentTarget }) => {
            void open(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      {picture && (
        <LogoCropDialog picture={picture} onCropped={(file) => void take(file)} onClose={() => setPicture(null)} />
      )}
    </Input.Wrapper>
  );
}
