import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ContactLink } from '@kerb/web/features/campaign-cards/contact-link.tsx';
import type { ReactNode } from 'react';

const link = (name: string, scheme: 'tel' | 'mailto', value: string | null | undefined): [string, ReactNode][] =>
  value ? [[name, <ContactLink key={scheme} scheme={scheme} value={value} />]] : [];

/** The contact for a payer's questions about the campaign itself. */
export function PayerContactCard({ agreement }: { agreement: Agreement }) {
  const { agentFirstName, agentSurname, agentUserName } = agreement;
  const agent = displayName({ firstName: agentFirstName ?? '', surname: agentSurname ?? '' }) || agentUserName;
  return (
    <Surface title="Your contact">
      <Facts
        rows={[
          ['Organisation', agreement.agentOrg || agreement.tenantName],
          ...(agent ? ([['Agent', agent]] as [string, ReactNode][]) : []),
          ...link('Phone', 'tel', agreement.agentPhone),
          ...link('Email', 'mailto', agreement.agentEmail),
        ]}
      />
    </Surface>
  );
}
