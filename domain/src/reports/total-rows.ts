/** How many records a file is going to have, besides its header: sent before it, for the screen's percentage. */
export const totalRowsHeader = 'kerb-total-rows';
