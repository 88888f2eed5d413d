import { Anchor } from '@mantine/core';

/** A number to call or an address to write to. */
export function ContactLink({ scheme, value }: { scheme: 'tel' | 'mailto'; value: string }) {
  return (
    <Anchor inherit href={`${scheme}:${value}`} style={{ overflowWrap: 'anywhere' }}>
      {value}
    </Anchor>
  );
}
