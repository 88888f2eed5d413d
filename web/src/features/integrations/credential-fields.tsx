import { longestLifeDays } from '@kerb/domain/integrations/identity-rules.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { today } from '@kerb/web/platform/clock.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import type { ComponentProps } from 'react';

/** How a program proves that it is the program. */
export type CredentialValues = { kind: 'secret' | 'key'; publicKey: string; expiryDate: string };
export const noCredential: CredentialValues = { kind: 'secret', publicKey: '', expiryDate: '' };

export const credentialBody = ({ kind, publicKey, expiryDate }: CredentialValues) => ({
  publicKey: kind === 'key' ? publicKey : null,
  expiryDate: expiryDate || null,
});

type Props = {
  kind: CredentialValues['kind'];
  field: (name: keyof CredentialValues) => ComponentProps<typeof Textarea> & ComponentProps<typeof NativeSelect>;
};

export function CredentialFields({ kind, field }: Props) {
  const { onChange: onKey, ...keyField } = field('publicKey');
  const { onChange: onDay, ...dayField } = field('expiryDate');
  return (
    <>
      <NativeSelect
        label="How it proves itself"
        description="A key never leaves the program, so it is safer than a secret."
        data={[
          { value: 'secret', label: 'With a secret that we make' },
          { value: 'key', label: 'With its own key (private_key_jwt)' },
        ]}
        {...field('kind')}
      />
      {kind === 'key' && (
        <Textarea
          label="Public key"
          description="PEM or JWK: an EC key on P-256, Ed25519, or RSA of at least 3,072 bits."
          rows={5}
          resize="vertical"
          spellCheck={false}
          required
          onChange={onKey}
          {...(keyField as object)}
        />
      )}
      <DateField
        label="Last day"
        description="It stops working after this day. Leave empty for one year from today; two years at most."
        min={today()}
        max={addDays(today(), longestLifeDays)}
        onChange={onDay as never}
        {...(dayField as object)}
      />
    </>
  );
}
