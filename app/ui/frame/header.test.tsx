import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { paths } from "~/paths";
import type { BusinessFacts } from "./facts";
import { SiteHeader } from "./SiteHeader";

const facts = { name: "Sunline", phone: "(407) 555-0142" } as BusinessFacts;
const currentAt = (at: string) =>
  [
    ...renderToStaticMarkup(<SiteHeader facts={facts} at={at} />).matchAll(/<a href="([^"]*)" aria-current="page"/g),
  ].map(([, to]) => to);

it.each([paths.home, paths.services.commercial, paths.about, paths.manage.lookup])("%s marks itself, alone", (at) => {
  expect(currentAt(at)).toEqual([at]);
});

it("marks nothing on a page that it does not lead to", () => {
  expect(currentAt(paths.privacy)).toEqual([]);
});
