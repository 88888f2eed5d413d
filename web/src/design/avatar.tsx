import { initials } from '@kerb/domain/people/names.ts';
import classes from '@kerb/web/design/avatar.module.css';

/** A round picture for a person without a photo. Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, size = 32 }: { name: string; size?: number }) {
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
