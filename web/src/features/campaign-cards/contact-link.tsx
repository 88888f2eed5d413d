import { Anchor } from '@mantine/core';

/** A link to a phone number or an e-mail address. */
export function ContactLink({ scheme, value }: { scheme: 'tel' | 'mailto'; value: string }) {
  return (
    <Anchor inherit href={`${scheme}:${value}`} style={{ overflowWrap: 'anywhere' }}>
      {value}
    </Anchor>
  );
}
