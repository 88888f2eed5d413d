import classes from '@kerb/web/design/page-header.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

type PageHeaderProps = { title: string; subtitle?: ReactNode; badge?: ReactNode; actions?: ReactNode };

/** Sets the title of the browser tab. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${countryRules().brand}`;
  }, [title]);
}

/** A screen's title, also used for the browser tab. Its actions are at the right: secondary first, primary last. */
export function PageHeader({ title, subtitle, badge, actions }: PageHeaderProps) {
  useTabTitle(title);
  return (
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
  );
}
