import { environmentBadge } from '@kerb/domain/shell/page-settings.ts';
import classes from '@kerb/web/app/environment-badges.module.css';
import { settings } from '@kerb/web/platform/settings.ts';
import { Link } from '@tanstack/react-router';

/** Shows that this is not production, or that vendor communications are off. */
export function EnvironmentBadges() {
  const { sandbox, vendorComms } = settings();
  const badge = environmentBadge(settings());
  return (
    <div className={classes.badges}>
      {badge && !sandbox && <span className={classes.sandbox}>{badge}</span>}
      {sandbox && (
        <Link to="/sandbox/outbox" className={classes.sandbox} title="See the messages that would have been sent">
          {badge}
        </Link>
      )}
      {!vendorComms && <span className={classes.comms}>Vendor Comms Disabled</span>}
    </div>
  );
}
