import { expect, it } from "vitest";
import { TextBrowser } from "../support/form";
import { signIn } from "../support/meanwhile";
import { setSharedServer } from "../support/shared";

const server = setSharedServer();

// scripts/support/manifests.mjs: what Remix's scripts know of the site, by area.
it("a customer's page leads to the list of customers' routes, the office's to the whole one, a driver's to their own", async () => {
  const listOf = async (who: TextBrowser, path: string) => {
    const { html } = await who.open(path);
    const url = /\/assets\/manifest-\w+(?:-\w+)?\.js/.exec(html)?.[0] ?? "";
    const text = await (await fetch(server.url + url)).text();
    const list = JSON.parse(/^window\.__remixManifest=(.*);$/s.exec(text)?.[1] ?? "") as {
      url: string;
      routes: object;
    };
    // React would find another address in the page than it would write itself.
    expect(list.url, path).toBe(url);
    return Object.keys(list.routes);
  };
  const visitor = new TextBrowser(server.url);
  const customers = await listOf(visitor, "/");
  for (const path of ["/book", "/manage-booking", "/payment-success?session_id=cs_test_none", "/no-such-page"])
    expect(await listOf(visitor, path), path).toEqual(customers);
  expect(customers).toEqual(expect.arrayContaining(["root", "routes/book/payment", "routes/manage/manage-booking"]));
  expect(customers.filter((id) => /crm|driver|functions|webhooks|sandbox/.test(id))).toEqual([]);
  // What a browser loads by itself, or a script reads as data, is no page that a link leads to.
  expect(customers.filter((id) => /json|pdf|photo|proof|calendar|files|offer|robots|sitemap/.test(id))).toEqual([]);

  const whole = await listOf(await signIn(server, "staff@example.com"), "/crm/overview");
  expect(whole).toEqual(expect.arrayContaining([...customers, "routes/crm/booking", "routes/driver/job"]));
  expect(await listOf(visitor, "/auth")).toEqual(whole);
  expect(await listOf(visitor, "/driver/auth")).toEqual(whole);

  const drivers = await listOf(await signIn(server, "driver@example.com", "/driver/auth"), "/driver/dashboard");
  expect(drivers).toEqual(expect.arrayContaining(["root", "routes/driver/job"]));
  expect(drivers.filter((id) => !/^(root$|routes\/driver\/)/.test(id))).toEqual([]);
});
