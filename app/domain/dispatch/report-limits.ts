/** How many of one prohibited item a report may name. Apart from the catalogue, which is too heavy for every page. Pure. */
export const MOST_PROHIBITED = 99;
