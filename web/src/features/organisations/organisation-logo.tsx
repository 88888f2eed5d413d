import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { useQuery } from '@tanstack/react-query';

type OrganisationLogoProps = {
  tenantId: number;
  url: string;
  name: string;
  className?: string | undefined;
  size?: 'full' | 'small';
  /** Its name is beside it, and not repeated. */
  isNamed?: boolean;
};

/** The logo of an organisation; its name until the picture has loaded. */
export function OrganisationLogo({
  tenantId,
  url,
  name,
  className,
  size = 'full',
  isNamed = false,
}: OrganisationLogoProps) {
  const { data: address } = useQuery(organisationQueries.logo(tenantId, url, size));
  if (isNamed) return address ? <img src={address} alt="" className={className} /> : null;
  return address ? <img src={address} alt={name} className={className} /> : <span>{name}</span>;
}
