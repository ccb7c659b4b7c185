import { afterEach, expect, it, vi } from "vitest";
import { focusArrived } from "./focus-arrived";

afterEach(() => vi.unstubAllGlobals());

it.each([
  { what: "the first load, where nobody has gone on", isHydrated: false, at: "body", scrolled: 0, takes: true },
  { what: "the first load, once somebody has scrolled", isHydrated: false, at: "body", scrolled: 40, takes: false },
  { what: "the first load, once somebody is in a field", isHydrated: false, at: "field", scrolled: 0, takes: false },
  { what: "an answer to a form that the scripts have sent", isHydrated: true, at: "field", scrolled: 40, takes: true },
])("$what: takes the focus ($takes)", ({ isHydrated, at, scrolled, takes }) => {
  const [body, field] = [{}, {}];
  vi.stubGlobal("document", {
    documentElement: { dataset: isHydrated ? { hydrated: "yes" } : {} },
    activeElement: at === "body" ? body : field,
    body,
  });
  vi.stubGlobal("scrollY", scrolled);
  const focus = vi.fn();
  focusArrived({ focus } as unknown as HTMLElement);
  expect(focus).toHaveBeenCalledTimes(takes ? 1 : 0);
});
