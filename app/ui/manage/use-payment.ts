import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { showToast, type Toast } from "../Toasts";

const POLL_MS = 3_000;
const GIVE_UP_MS = 4 * 60_000;

/** Specification, sections 4 and 8. */
const VERIFICATION_FAILED = "There was an issue verifying your payment. Please contact support if this persists.";
const TOASTS = {
  paid: { kind: "success", title: "Payment Successful!", text: "Your booking is confirmed." },
  withoutBooking: { kind: "success", title: "Payment Verified", text: "Your payment is in. Your booking will show here in a moment." },
  pending: { kind: "info", title: "Payment Pending", text: "Please check back in a few minutes." },
} satisfies Record<string, Toast>;

interface VerifyAnswer {
  success?: boolean;
  booking?: unknown;
  state?: string;
  error?: { message?: string };
}

/** While the payment is being processed: asks every few seconds, then loads the page's data anew. */
export function usePaymentPoll(sessionId: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!sessionId) return;
    const started = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let failed = false;
    let stopped = false;
    const ask = async () => {
      try {
        const answer = await post<VerifyAnswer>("verify-payment", { sessionId });
        if (stopped) return;
        if (answer.success && !answer.booking) void showToast(TOASTS.withoutBooking);
        if (answer.state !== undefined && answer.state !== "processing" && answer.state !== "unknown") return revalidate();
        if (answer.error) throw new Error(answer.error.message);
      } catch (error) {
        if (!failed) void showToast({ kind: "error", title: "Verification Error", text: (error instanceof Error && !(error instanceof TypeError) && error.message) || VERIFICATION_FAILED });
        failed = true;
      }
      if (stopped) return;
      if (Date.now() - started < GIVE_UP_MS) timer = setTimeout(() => void ask(), POLL_MS);
    };
    void showToast(TOASTS.pending);
    timer = setTimeout(() => void ask(), POLL_MS / 2);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [sessionId, revalidate]);
}

/** Says once per session that the payment arrived, and makes and opens the invoice once where that is wanted. */
export function usePaymentArrived(arrived: { sessionId: string; bookingId: string; automaticInvoice: boolean } | null): void {
  const { revalidate } = useRevalidator();
  const done = useRef(false);
  const { sessionId, bookingId, automaticInvoice } = arrived ?? {};
  useEffect(() => {
    if (!sessionId || !bookingId || done.current) return;
    done.current = true;
    if (!firstTime(`paid:${sessionId}`)) return;
    void showToast(TOASTS.paid);
    if (automaticInvoice) void openInvoice(bookingId).then((opened) => opened && revalidate());
  }, [sessionId, bookingId, automaticInvoice, revalidate]);
}

/** Makes the invoice's PDF and opens it in a new tab. Resolves to whether it was made. */
export async function openInvoice(bookingId: string): Promise<boolean> {
  try {
    const { pdfUrl, error } = await post<{ pdfUrl?: string; error?: { message?: string } }>("generate-invoice", { bookingId, invoiceType: "booking" });
    if (!pdfUrl) throw new Error(error?.message);
    const tab = window.open(pdfUrl, "_blank");
    if (tab) tab.opener = null;
    // A blocked window is no failure: the link stands on the page.
    void showToast({ kind: "success", title: "Invoice Generated", text: tab ? "Your invoice has been generated and opened in a new tab." : "Your invoice has been generated. Open it with the link on this page." });
    return true;
  } catch (error) {
    void showToast({ kind: "error", title: "Invoice Error", text: (error instanceof Error && !(error instanceof TypeError) && error.message) || "There was an issue generating your invoice." });
    return false;
  }
}

async function post<T>(name: string, body: unknown): Promise<T> {
  const answer = await fetch(`/functions/v1/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** Per tab; true as well where the browser keeps nothing. */
function firstTime(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
  } catch {
    // Storage is switched off: showing it again on a reload is the lesser evil.
  }
  return true;
}
