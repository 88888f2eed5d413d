/** The number of records of a file without its header, sent before it for the screen's percentage. */
export const totalRowsHeader = 'kerb-total-rows';
