import type { Session } from '@kerb/domain/session/session.contract.ts';
import { homePath } from '@kerb/domain/shell/navigation.ts';
import classes from '@kerb/web/app/brand-link.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Link, useParams } from '@tanstack/react-router';

export function BrandLink({ session }: { session: Session | null }) {
  const { tenantId } = useParams({ strict: false });
  const { brand } = countryRules();
  const mark = (
    <svg viewBox="0 0 24 24" className={classes.mark} aria-hidden="true">
      <path d="M6 17.5V5.5m0 7 8.5-7m-6 5 7 7" />
      <path d="M3.5 21h17" />
    </svg>
  );
  if (!session) {
    return (
      <span className={classes.brand}>
        {mark}
        {brand}
      </span>
    );
  }
  return (
    <Link to={homePath(session.role, tenantId !== undefined)} className={classes.brand} aria-label={`${brand} home`}>
      {mark}
      {brand}
    </Link>
  );
}
