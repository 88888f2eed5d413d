import type { SimilarQuery } from '@kerb/domain/properties/properties.contract.ts';
import { propertyQueries } from '@kerb/web/features/properties/properties.queries.ts';
import classes from '@kerb/web/features/properties/property.module.css';
import { settings } from '@kerb/web/platform/settings.ts';
import { Alert, Anchor } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

type SimilarCampaignsProps = { agreementId: number; address: SimilarQuery | null };

/** Campaigns in progress for the same address: this one may be a duplicate. */
export function SimilarCampaigns({ agreementId, address }: SimilarCampaignsProps) {
  // As text, because the parts are another object after each key.
  const [settled] = useDebouncedValue(address && JSON.stringify(address), 250);
  const { data: similar = [] } = useQuery({
    ...propertyQueries.similar(agreementId, settled ? (JSON.parse(settled) as SimilarQuery) : {}),
    enabled: settled !== null && address !== null,
  });
  const isShown = address !== null && similar.length > 0;
  return (
    <div role="status" className={classes.status}>
      {isShown && (
        <Alert color="attention" title="Similar campaigns">
          This address has other campaigns in progress. They open in a new tab.
          <ul className={classes.similar}>
            {similar.map(({ id, tenant, statusLabel }) => (
              <li key={id}>
                <Anchor href={`/#/agencies/${tenant}/applications/${id}`} target="_blank" rel="noopener">
                  {`${settings().country}${id}`}
                </Anchor>
                {` ${statusLabel}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
