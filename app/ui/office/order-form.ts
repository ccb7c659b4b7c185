/** The id of the form of a prepared order: the buttons beside it send what is typed there along. */
export const ORDER_FORM = "the-order";
