export const mostCharacters = 900_000;
export const mostRows = 5_000;
