import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { agreementHtml } from "~/domain/documents/agreement-html";
import { invoiceHtml } from "~/domain/documents/invoice-html";
import { HOSTILE } from "../../../tests/support/hostile";
import { ARTIFACTS, FULL } from "../../../tests/support/paths";
import { sampleAgreement, sampleInvoice } from "../../../tests/support/papers";
import { dataUrl, makePng } from "../../../tests/support/png";
import { browserCandidates, findBrowser, NoBrowserError } from "./find-browser.server";
import { descendants, ownMemory } from "./memory.server";
import { createPdfAdapter } from "./pdf.server";
import { inFull } from "../../../tests/support/in-full";

const options = { title: "Invoice", mustContain: "DMP-2026-000123" };
/** Kept from run to run, and not in memory: the memory of a program that lies there counts as its process's own. */
const BROWSER_DATA = join(ARTIFACTS, "browser");
let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pdf-test-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The text of a PDF, read by another program than the one that made it. */
async function textOf(pdf: Buffer): Promise<{ pages: number; text: string }> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  let text = "";
  for (let number = 1; number <= document.numPages; number++) {
    const content = await (await document.getPage(number)).getTextContent();
    text += content.items.map((item) => ("str" in item ? item.str : "")).join(" ");
  }
  const pages = document.numPages;
  await task.destroy();
  return { pages, text: text.replace(/\s+/g, " ") };
}

/** The process ids of the browsers that the adapter says it has started. */
function startedProcesses(lines: string[]): number[] {
  return lines.flatMap((line) => /started in \d+ ms as process (\d+)/.exec(line)?.slice(1).map(Number) ?? []);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the PDF adapter", { timeout: 60_000 }, () => {
  const pdf = createPdfAdapter({ dataDir: BROWSER_DATA });
  afterAll(() => pdf.close());

  it("prints the invoice and the agreement with page numbers", async () => {
    const invoice = await textOf(await pdf.render(invoiceHtml(sampleInvoice), options));
    expect(invoice.pages).toBe(1);
    for (const text of ["INV-2026-000123", "$598.32", "PAID", "Page 1 of 1"]) expect(invoice.text).toContain(text);

    const agreement = await textOf(
      await pdf.render(agreementHtml(sampleAgreement), { ...options, title: "A & B <i>" }),
    );
    expect(agreement.text).toContain(`Page ${agreement.pages} of ${agreement.pages}`);
    expect(agreement.text).toContain("A & B <i>");
  });

  it("prints ten lines with the sums once, at the end", async () => {
    const line = sampleInvoice.lines[0]!;
    const { pages, text } = await textOf(
      await pdf.render(invoiceHtml({ ...sampleInvoice, lines: Array.from({ length: 10 }, () => line) }), options),
    );
    expect(pages).toBe(2);
    expect(text.match(/Balance due/g)).toHaveLength(1);
  });

  it("refuses a document without the text it must contain, shown or not", async () => {
    await expect(
      pdf.render(invoiceHtml(sampleInvoice), { title: "x", mustContain: "DMP-2026-999999" }),
    ).rejects.toThrow(/DMP-2026-999999/);
    await expect(pdf.render("<p style='display:none'>DMP-2026-000123</p>", options)).rejects.toThrow();
    await expect(pdf.render("<p>x</p>", { title: "x", mustContain: "" })).rejects.toThrow();
  });

  it("runs no script and asks nobody for anything", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("secret");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hostile = `<p>DMP-2026-000123</p><p id=a>still</p><script>document.body.textContent='DMP-RAN';fetch('${base}/s')</script>
      <img src="${base}/i" onerror="document.body.textContent='DMP-RAN'"><iframe src="${base}/f"></iframe><iframe src="file:///etc/passwd"></iframe>
      <link rel=stylesheet href="${base}/c"><style>@import "${base}/m";body{background:url(${base}/b)}</style><object data="${base}/o"></object><meta http-equiv="refresh" content="0;url=${base}/r">`;
    const result = await pdf.render(hostile, options).then(textOf, () => null);
    await new Promise((done) => setTimeout(done, 200));
    server.close();
    expect(asked).toEqual([]);
    if (result) {
      expect(result.text).toContain("still");
      expect(result.text).not.toMatch(/DMP-RAN|root:|secret/);
    }
    // The next document is whole again.
    expect((await textOf(await pdf.render(invoiceHtml(sampleInvoice), options))).text).toContain("INV-2026-000123");
  });

  it.each([...HOSTILE.entries()])("prints hostile text without losing the document: %i", async (_index, text) => {
    const out = await textOf(
      await pdf.render(
        invoiceHtml({ ...sampleInvoice, customer: { name: text, email: text, phone: text }, notes: [text] }),
        options,
      ),
    );
    expect(out.text).toContain("Balance due");
  });

  it("keeps documents that are asked for at once apart", async () => {
    const numbers = ["DMP-2026-000001", "DMP-2026-000002", "DMP-2026-000003"];
    const all = await Promise.all(
      numbers.map((bookingNumber) =>
        pdf.render(invoiceHtml({ ...sampleInvoice, bookingNumber }), {
          title: bookingNumber,
          mustContain: bookingNumber,
        }),
      ),
    );
    for (const [i, document] of all.entries()) {
      const { text } = await textOf(document);
      expect(numbers.filter((number) => text.includes(number))).toEqual([numbers[i]]);
    }
  });

  it("leaves nothing of a document to the ones after it on the same page", async () => {
    const marked = (number: string) =>
      `<style>#${number}{color:red} body::after{content:"style of ${number}"}</style><base href="https://example.com/"><p id="${number}">DMP-2026-000123 ${number}</p>`;
    for (let i = 0; i < 25; i++) {
      const { text } = await textOf(await pdf.render(marked(`n${i}x`), options));
      expect(text.match(/n\d+x/g)).toEqual([`n${i}x`, `n${i}x`]);
    }
  });

  it("refuses a document that is too long or has too many elements, before a browser sees it", async () => {
    const { made } = pdf.browser();
    await expect(pdf.render(`<p>DMP-2026-000123</p>${"x".repeat(1_000_000)}`, options)).rejects.toThrow(/too long/);
    await expect(pdf.render(`<p>DMP-2026-000123</p>${"<i>".repeat(20_000)}`, options)).rejects.toThrow(/too long/);
    expect(pdf.browser()).toEqual({ state: "awake", made });
  });

  it("keeps a bounded number waiting", async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 60 }, () => pdf.render("<p>DMP-2026-000123</p>", options)),
    );
    expect(all.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 40 }, () => "fulfilled"),
      ...Array.from({ length: 20 }, () => "rejected"),
    ]);
    expect((await pdf.render("<p>DMP-2026-000123</p>", options)).length).toBeGreaterThan(0);
  });
});

describe("the browser's life", { timeout: 60_000 }, () => {
  it("starts another one after a crash, and ends it when idle", async () => {
    const lines: string[] = [];
    const pdf = createPdfAdapter({
      dataDir: BROWSER_DATA,
      idleMs: 400,
      log: (line) => lines.push(line),
    });
    await pdf.render(invoiceHtml(sampleInvoice), options);
    process.kill(startedProcesses(lines)[0]!, "SIGKILL");
    expect((await pdf.render(invoiceHtml(sampleInvoice), options)).subarray(0, 5).toString()).toBe("%PDF-");
    expect(startedProcesses(lines)).toHaveLength(2);
    await expect.poll(() => startedProcesses(lines).filter(isRunning), { timeout: 10_000 }).toEqual([]);
    await pdf.close();
  });

  // why: the memory of processes is read from /proc.
  it.runIf(process.platform === "linux")("ends what takes too much memory, and prints the next one", async () => {
    const lines: string[] = [];
    const pdf = createPdfAdapter({
      dataDir: BROWSER_DATA,
      memory: 120 * 1024 * 1024,
      timeoutMs: 50_000,
      log: (line) => lines.push(line),
    });
    const large = dataUrl(makePng({ width: 6_000, height: 6_000, depth: 1, colour: 0 }));
    await pdf.render(invoiceHtml(sampleInvoice), options);
    await expect(
      pdf.render(`<p>DMP-2026-000123</p><img src="${large}" style="width:7in;height:9in">`, options),
    ).rejects.toThrow(/MB of memory/);
    expect(pdf.browser().state).toBe("failed");
    // A second browser would have been lost to the same document.
    expect(startedProcesses(lines)).toHaveLength(1);
    expect((await textOf(await pdf.render(invoiceHtml(sampleInvoice), options))).text).toContain("INV-2026-000123");
    expect(pdf.browser().state).toBe("awake");
    await pdf.close();
    expect(startedProcesses(lines).filter(isRunning)).toEqual([]);
  });

  it.runIf(process.platform === "linux")("gives way to whoever waits for a page, while it prints too", async () => {
    const lines: string[] = [];
    const pdf = createPdfAdapter({ dataDir: BROWSER_DATA, log: (line) => lines.push(line) });
    await pdf.render(invoiceHtml(sampleInvoice), options);
    const family = startedProcesses(lines).flatMap((pid) => [pid, ...descendants(pid)]);
    expect(family.length).toBeGreaterThan(1);
    expect(family.map(getPriority).filter((nice) => nice <= getPriority())).toEqual([]);
    await pdf.close();
  });

  it.runIf(FULL && process.platform === "linux")(
    "holds no more memory after many documents than after a few",
    async () => {
      const lines: string[] = [];
      const pdf = createPdfAdapter({ dataDir: BROWSER_DATA, log: (line) => lines.push(line) });
      const held = () =>
        [startedProcesses(lines)[0]!]
          .flatMap((pid) => [pid, ...descendants(pid)])
          .reduce((sum, pid) => sum + ownMemory(pid), 0);
      const print = async (times: number) => {
        for (let i = 0; i < times; i++) await pdf.render(invoiceHtml(sampleInvoice), options);
      };
      await print(15);
      const few = held();
      await print(60);
      expect(held()).toBeLessThan(few * 1.7);
      await pdf.close();
    },
  );

  it.runIf(process.platform === "linux")("starts another one when only the page's process was lost", async () => {
    const lines: string[] = [];
    const pdf = createPdfAdapter({ dataDir: BROWSER_DATA, log: (line) => lines.push(line) });
    await pdf.render(invoiceHtml(sampleInvoice), options);
    for (const pid of descendants(startedProcesses(lines)[0]!))
      if (readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("--type=renderer")) process.kill(pid, "SIGKILL");
    expect((await pdf.render(invoiceHtml(sampleInvoice), options)).subarray(0, 5).toString()).toBe("%PDF-");
    expect(startedProcesses(lines)).toHaveLength(2);
    await pdf.close();
  });

  it("gives up in time", async () => {
    const lines: string[] = [];
    const pdf = createPdfAdapter({
      dataDir: BROWSER_DATA,
      timeoutMs: 1,
      log: (line) => lines.push(line),
    });
    await expect(pdf.render(invoiceHtml(sampleInvoice), options)).rejects.toThrow(/longer than 1 ms/);
    await pdf.close();
    expect(startedProcesses(lines)).toHaveLength(1);
    expect(startedProcesses(lines).filter(isRunning)).toEqual([]);
  });

  it("says so when a configured browser does not start", async () => {
    const pdf = createPdfAdapter({ dataDir, executablePath: join(dataDir, "no-browser") });
    await expect(pdf.render(invoiceHtml(sampleInvoice), options)).rejects.toThrow(NoBrowserError);
    await pdf.close();
  });
});

// why: the package has a binary for this platform only.
describe.runIf(process.platform === "linux" && process.arch === "x64")(
  "the bundled browser",
  { timeout: 120_000 },
  () => {
    inFull("is unpacked once, by whoever comes first, and prints", async () => {
      const search = { dataDir, skipInstalled: true };
      const [a, b] = await Promise.all([findBrowser(search), findBrowser(search)]);
      expect(a).toEqual(b);
      expect(a).toMatchObject({ source: "bundled", isShell: true });
      const pdf = createPdfAdapter(search);
      const { text } = await textOf(await pdf.render(invoiceHtml(sampleInvoice), options));
      await pdf.close();
      expect(text).toContain("DMP-2026-000123");
    });

    it("comes after an installed headless shell and before a full browser, for documents; after both for other purposes", async () => {
      const bin = join(dataDir, "bin");
      mkdirSync(bin);
      for (const name of ["chromium", "chromium-headless-shell"]) {
        writeFileSync(join(bin, name), "");
        chmodSync(join(bin, name), 0o755);
      }
      vi.stubEnv("PATH", bin);
      const order = async (preferShell: boolean) => {
        const found: string[] = [];
        for await (const { source, executablePath } of browserCandidates({ dataDir, preferShell }))
          if (source === "bundled" || executablePath.startsWith(bin))
            found.push(source === "bundled" ? source : basename(executablePath));
        return found;
      };
      expect(await order(true)).toEqual(["chromium-headless-shell", "bundled", "chromium"]);
      expect(await order(false)).toEqual(["chromium-headless-shell", "chromium", "bundled"]);
      vi.unstubAllEnvs();
    });
  },
);
