import { countries } from '@kerb/domain/countries/countries.ts';
import classes from '@kerb/web/app/fundamental-error.module.css';
import { settings } from '@kerb/web/platform/settings.ts';

function product(): { name: string; phone: string | null } {
  try {
    const { brand, supportPhone } = countries[settings().country];
    return { name: brand, phone: supportPhone };
  } catch {
    // If loading the settings failed, that error is in the console already.
    return { name: 'the product', phone: null };
  }
}

/** Shown when nothing can be rendered; cannot be dismissed. Uses no component that might be the one that failed. */
export function FundamentalError() {
  const { name, phone } = product();
  return (
    <div className={classes.cover}>
      <div
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="failure"
        aria-describedby="why"
        className={classes.box}
      >
        <h1 id="failure">Fundamental Error</h1>
        <p id="why">
          {`We are unable to load ${name}. If this persists, please tell us${phone ? ` on ${phone}` : ''}.`}
        </p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </div>
  );
}
