import type { Page } from "./form";

/** Presses the button of an intent on the board's page, in its own form. */
export const press = (page: Page, intent: string) =>
  page.form(page.root.querySelector(`main button[value="${intent}"]`)?.text.trim() ?? intent).submit(intent);

/** The ids of the stops below a heading of the board, in their order. */
export const stops = (page: Page, heading: string) =>
  page.root
    .querySelectorAll(".board > section")
    .find((one) => one.querySelector("h2")?.text.includes(heading))
    ?.querySelectorAll(".stop")
    .map((one) => one.getAttribute("id") ?? "") ?? [];
