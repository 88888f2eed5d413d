import classes from '@kerb/web/features/account/second-factor.module.css';
import { saveFile } from '@kerb/web/platform/files.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Alert, Button, Group, Stack } from '@mantine/core';

function download(codes: readonly string[]): void {
  const { brand } = countryRules();
  const words = `${brand} recovery codes. Each logs you in once.\n\n${codes.join('\n')}\n`;
  saveFile(new Blob([words], { type: 'text/plain' }), `${brand} recovery codes.txt`);
}

/** Shown once, after the codes were made. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="attention" role="status" title="Keep these recovery codes">
        Each of them logs you in once without your telephone. They are shown now and never again: a password manager is
        a good place for them.
      </Alert>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" onClick={() => download(codes)}>
          Download
        </Button>
        <Button onClick={onDone}>I Have Kept Them</Button>
      </Group>
    </Stack>
  );
}
