import classes from '@kerb/web/app/footer.module.css';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { Anchor } from '@mantine/core';

/** Support contacts and the company. */
export function Footer() {
  const { brand, supportPhone } = countryRules();
  const { supportEmail, companyName, companyAddress, version } = settings();
  return (
    <footer className={`${classes.footer} kerb-no-print`}>
      <span>
        {'Need a hand? Call '}
        <Anchor href={`tel:${supportPhone.replaceAll(' ', '')}`} inherit underline="always">
          {supportPhone}
        </Anchor>
        {supportEmail && (
          <>
            {' or write to '}
            <Anchor href={`mailto:${supportEmail}`} inherit underline="always">
              {supportEmail}
            </Anchor>
          </>
        )}
        {' · '}
        <Anchor href="/check" inherit underline="always">
          Is a message really from us?
        </Anchor>
      </span>
      <span>{[companyName ?? brand, companyAddress, `Version ${version}`].filter(Boolean).join(' · ')}</span>
    </footer>
  );
}
