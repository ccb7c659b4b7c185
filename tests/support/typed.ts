/** What a visitor types into the first two steps, as their actions receive it; the day is one of `openWorld`'s. */
export const PROJECT = {
  projectType: "renovation",
  wasteTypes: ["flooring"],
  materialCategory: "general",
  dumpsterSize: "20",
  quantity: "1",
  intent: "continue",
};

export const SCHEDULE = {
  zip: "32801",
  address: "123 Main Street",
  city: "Orlando",
  deliveryDate: "2026-12-03",
  deliveryTime: "morning",
  rentalDays: "7",
  specialInstructions: "",
  firstName: "Ada",
  lastName: "Tester",
  phone: "4075550133",
  email: "ada@example.com",
  intent: "continue",
};
