import classes from '@kerb/web/app/environment-badges.module.css';
import { settings } from '@kerb/web/platform/settings.ts';
import { Link } from '@tanstack/react-router';

/** Says loudly that this is not the real thing, or that vendors hear nothing of it. */
export function EnvironmentBadges() {
  const { sandbox, country, environment, vendorComms } = settings();
  const name = environment === 'sandbox' ? '' : ` ${environment}`;
  return (
    <div className={classes.badges}>
      {sandbox && (
        <Link to="/sandbox/outbox" className={classes.sandbox} title="See the messages that would have been sent">
          {`Sandbox ${country}${name}`}
        </Link>
      )}
      {!vendorComms && <span className={classes.comms}>Vendor Comms Disabled</span>}
    </div>
  );
}
