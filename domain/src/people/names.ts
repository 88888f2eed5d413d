export type Named = { firstName: string; surname: string };

export const displayName = ({ firstName, surname }: Named): string => `${firstName} ${surname}`.trim();

/** For the avatar of a person without a picture. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word].slice(0, 1).join('').toUpperCase())
    .filter((_, place, letters) => place === 0 || place === letters.length - 1)
    .join('');
