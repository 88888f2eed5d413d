import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { propertyQueries } from '@kerb/web/features/properties/properties.queries.ts';
import { factsOfProperty, factsOfSale, none } from '@kerb/web/features/properties/property-facts.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { useQuery } from '@tanstack/react-query';

/** The property for the payer: read-only facts. */
export function PayerProperty({ agreement }: { agreement: Agreement }) {
  const { property: id } = agreement;
  const { data, isPending } = useQuery({ ...propertyQueries.one(id ?? 0), enabled: id !== null });
  if (id === null) return null;
  if (!data) return isPending ? <LinesSkeleton lines={3} /> : null;
  return (
    <Facts
      rows={[
        ['Property', formatAddress(data.value, countryRules())],
        ...factsOfProperty(data.value).filter(([, value]) => value !== none),
        ...factsOfSale(agreement, 'vendor'),
      ]}
    />
  );
}
