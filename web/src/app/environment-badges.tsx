import classes from '@kerb/web/app/environment-badges.module.css';
import { settings } from '@kerb/web/platform/settings.ts';
import { Link } from '@tanstack/react-router';

/** Shows that this is not production, or that vendor communications are off. */
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
