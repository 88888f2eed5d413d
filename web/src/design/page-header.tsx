import type { BannerPlace } from '@kerb/domain/shell/banners.ts';
import { Banners } from '@kerb/web/design/banners.tsx';
import classes from '@kerb/web/design/page-header.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  /** A screen with timed banners of its own. */
  place?: Exclude<BannerPlace, 'shell'>;
};

/** Sets the title of the browser tab. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${countryRules().brand}`;
  }, [title]);
}

/**
 * A screen's title, also used for the browser tab. Its actions are at the right: secondary first, primary last. Timed
 * banners are below.
 */
export function PageHeader({ title, subtitle, badge, actions, place }: PageHeaderProps) {
  useTabTitle(title);
  return (
    <>
      <div className={classes.header}>
        <div className={classes.words}>
          <div className={classes.title}>
            <Title order={1}>{title}</Title>
            {badge}
          </div>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {actions && <div className={`${classes.actions} kerb-no-print`}>{actions}</div>}
      </div>
      <Banners place="shell" />
      {place && <Banners place={place} />}
    </>
  );
}
