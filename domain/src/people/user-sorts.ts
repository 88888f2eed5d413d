/** The orders of the list of users. */
export const userSorts = ['surname', 'emailAddress'] as const;
