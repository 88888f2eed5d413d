import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { drawCrop, noTrims, pictureFrom, type Trims } from '@kerb/web/features/organisation-settings/crop-picture.ts';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const sides = { left: 'Left', right: 'Right', top: 'Top', bottom: 'Bottom' } as const;
/** Two opposite sides keep at least a tenth of the picture. */
const mostTrim = 45;

type LogoCropDialogProps = DialogProps & { picture: ImageBitmap; onCropped: (file: File) => void };

/** Trims the sides of a logo before upload; by mouse, touch or arrow keys. */
export function LogoCropDialog({ picture, onCropped, onClose }: LogoCropDialogProps) {
  useReturnedFocus();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [trims, setTrims] = useState<Trims>(noTrims);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, trims);
  }, [picture, trims]);
  const use = async () => {
    const file = canvas.current && (await pictureFrom(canvas.current, 'logo.png'));
    if (file) onCropped(file);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Crop the logo" size="lg">
      <Stack gap="md">
        <canvas ref={canvas} className={classes.crop} role="img" aria-label="The logo as it will be" />
        <div className={classes.trims}>
          {(Object.keys(sides) as (keyof Trims)[]).map((side) => (
            <label key={side}>
              Cut off: {sides[side]}
              <input
                type="range"
                min={0}
                max={mostTrim}
                value={trims[side]}
                aria-valuetext={`${trims[side]} per cent`}
                onChange={({ currentTarget }) => setTrims({ ...trims, [side]: Number(currentTarget.value) })}
              />
            </label>
          ))}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void use()}>Use this logo</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
