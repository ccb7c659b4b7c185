import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDay, payWith } from "../support/booking";
import { TextBrowser } from "../support/form";
import { eventually, query, signOrders, typeOrders, type TypedOrder } from "../support/orders";
import { dataUrl, drawing, makePng, pngChunk } from "../support/png";
import { copyPrepared, startServer, type TestServer } from "../support/server";

let server: TestServer;
let orders: TypedOrder[];
const dataDir = copyPrepared();
beforeAll(async () => {
  server = await startServer({ dataDir, env: { RATE_LIMITS: "off" } });
  orders = await typeOrders(
    dataDir,
    server.url,
    Array.from({ length: 12 }, (_, i) => ({ email: `drawn${i}@example.com`, deliveryDate: openDay(20 + i) })),
  );
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const giant = dataUrl(makePng({ width: 20_000, height: 20_000, depth: 1, colour: 0 }));

function signDrawn(order: TypedOrder, signatureImage: string, name = "Ada Tester"): Promise<Response> {
  return fetch(`${server.url}/book/agreement?draft=${order.draftId}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: order.cookie, Origin: server.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      signatureName: name,
      agree: "on",
      intent: "continue",
      seen: order.seen,
      signatureImage,
    }),
  });
}
const nextOrder = () => orders.pop() as TypedOrder;
const agreementOf = (order: TypedOrder) =>
  query<{ id: string; signature_image: string | null; view: string; capability: string; pdf_url: string | null }>(
    dataDir,
    "SELECT a.* FROM rental_agreements a JOIN bookings b ON b.id = a.booking_id WHERE b.draft_id = ?",
    order.draftId,
  );
const twinOf = async (capability: string) => (await fetch(`${server.url}/files/${capability}/print`)).text();

describe("a drawn signature", () => {
  it("is kept once, small and drawn anew, and printed", async () => {
    const order = nextOrder();
    const sent = dataUrl(drawing(1400, 320));
    expect((await signDrawn(order, sent)).headers.get("Location")).toContain("/book/payment");
    const [agreement] = agreementOf(order);
    expect(agreement?.signature_image).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(agreement?.signature_image?.length).toBeLessThan(15_000);
    expect(agreement?.signature_image).not.toBe(sent);
    expect(agreement?.view).not.toContain("data:image");
    expect(await twinOf(agreement?.capability ?? "")).toContain(`<img src="${agreement?.signature_image}"`);
  });

  it.each([
    [
      "20,000 × 20,000 pixels",
      giant,
      "Draw a smaller signature, of 2,400 × 1,000 pixels at most, or clear it: your typed name is enough.",
    ],
    [
      "an SVG that says it is a PNG",
      dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
      "Draw your signature again, or clear it: your typed name is enough.",
    ],
    [
      "a PNG without its pixels",
      dataUrl(
        Buffer.concat([
          drawing().subarray(0, 33),
          pngChunk("IDAT", Buffer.alloc(9)),
          pngChunk("IEND", Buffer.alloc(0)),
        ]),
      ),
      "Draw your signature again, or clear it: your typed name is enough.",
    ],
  ])(
    "of %s is refused beside the field, with everything typed kept and nothing signed",
    async (_what, image, message) => {
      const order = nextOrder();
      const answer = await signDrawn(order, image, "Zoë O’Neil");
      const page = await answer.text();
      expect(answer.status).toBe(400);
      expect(page).toMatch(new RegExp(`<a href="#signatureImage"[^>]*>${message}`));
      expect(page).toMatch(
        new RegExp(
          `<details[^>]*\\bbad\\b[^>]*open=""[^>]*>.*id="signatureImage".*id="signatureImage-error"[^>]*>.*${message}`,
          "s",
        ),
      );
      expect(page).toMatch(/value="Zoë O’Neil"/);
      expect(page).toMatch(/<input(?=[^>]*name="agree")(?=[^>]*checked)/);
      // The picture itself is not sent back.
      expect(page).not.toContain(image.slice(30, 90));
      expect(agreementOf(order)).toEqual([]);
      expect((await signDrawn(order, "", "Zoë O’Neil")).headers.get("Location")).toContain("/book/payment");
    },
  );

  it("that was kept before there was a limit is left out of the papers", async () => {
    const order = nextOrder();
    expect((await signDrawn(order, "")).headers.get("Location")).toContain("/book/payment");
    query(
      dataDir,
      "UPDATE rental_agreements SET signature_image = ?, view = json_set(view, '$.signature.imageDataUrl', ?) WHERE id = ?",
      giant,
      giant,
      agreementOf(order)[0]?.id,
    );
    const twin = await twinOf(agreementOf(order)[0]?.capability ?? "");
    expect(twin).not.toContain("<img");
    expect(twin).toMatch(/<span class="script"><bdi>Ada Tester/);
  });
});

describe("the PDFs", () => {
  it("are made for who paid, and never for who only signed", { timeout: 90_000 }, async () => {
    const unpaid = await signOrders(
      dataDir,
      server.url,
      Array.from({ length: 20 }, (_, i) => ({ email: `unpaid${i}@example.com`, deliveryDate: openDay(40) })),
    );
    const order = nextOrder();
    const browser = new TextBrowser(server.url);
    browser.cookies.set(...(order.cookie.split("=") as [string, string]));
    expect((await signDrawn(order, dataUrl(drawing()))).headers.get("Location")).toContain("/book/payment");
    await payWith(
      await (
        await browser.open(`/book/payment?draft=${order.draftId}`)
      )
        .form("cardConsent")
        .fill({ cardConsent: "on" })
        .submit(),
    );
    const pdf = await eventually(
      "the agreement's PDF",
      () => agreementOf(order),
      (rows) => typeof rows[0]?.pdf_url === "string",
    );
    const answer = await fetch(`${server.url}${pdf[0]?.pdf_url}`);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    expect(
      query(
        dataDir,
        `SELECT id FROM rental_agreements WHERE pdf_url IS NOT NULL AND booking_id IN (${unpaid.map(() => "?").join(",")})`,
        ...unpaid.map(({ bookingId }) => bookingId),
      ),
    ).toEqual([]);
    expect(
      query(
        dataDir,
        "SELECT o.id FROM outbox o JOIN bookings b ON b.id = o.booking_id WHERE o.kind LIKE 'document.%' AND b.paid_at IS NULL",
      ),
    ).toEqual([]);
  });
});
