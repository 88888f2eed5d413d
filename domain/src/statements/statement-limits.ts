export const mostCharacters = 900_000;
export const fileTooLarge = 'The file is too large for a statement.';
export const mostRows = 5_000;
