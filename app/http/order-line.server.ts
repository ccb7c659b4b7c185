import { z } from "zod";

/** One line of a JSON order. Whether it can be ordered is `checkLine`'s answer; this is only its shape. */
export const orderLineSchema = z.object({
  size: z.union([z.int(), z.string().regex(/^\d{1,3}$/).transform(Number)], "The size must be 15, 20 or 25."),
  quantity: z.int("Send how many dumpsters."),
  material: z.string("Send the material's id.").max(40, "That is no material's id."),
  rentalDays: z.int("Send the rental days."),
});
