/** A response header with the number of records, without the header line. The screen needs it to show a percentage. */
export const totalRowsHeader = 'kerb-total-rows';
