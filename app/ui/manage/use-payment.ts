import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { showToast, type Toast } from "../Toasts";
import { callFunction } from "./call-function";

const POLL_MS = 3_000;
const GIVE_UP_MS = 4 * 60_000;

/**
 * What a button of the page did, or what the page did by itself: shown as a notice, and hydrated as the specification's
 * toast too.
 */
export interface DoneAnswer {
  ok: boolean;
  title: string;
  text: string;
}

/** Specification, sections 4 and 8: what is said where a call fails without words of its own. */
const VERIFICATION_FAILED = "There was an issue verifying your payment. Please contact support if this persists.";
const INVOICE_FAILED = "There was an issue generating your invoice.";
export const EMAIL_FAILED = "There was an issue sending your email.";
export const EMAIL_ERROR = "Email Error";
const TOASTS = {
  paid: { kind: "success", title: "Payment Successful!", text: "Your booking is confirmed." },
  withoutBooking: {
    kind: "success",
    title: "Payment Verified",
    text: "Your payment is in. Your booking will show here in a moment.",
  },
  pending: { kind: "info", title: "Payment Pending", text: "Please check back in a few minutes." },
} satisfies Record<string, Toast>;

interface VerifyAnswer {
  success: boolean;
  booking: unknown;
  state: string;
}

/** Says it in the corner, and gives it back to be shown on the page: toasts go away. */
export function tell(answer: DoneAnswer): DoneAnswer {
  void showToast({ kind: answer.ok ? "success" : "error", title: answer.title, text: answer.text });
  return answer;
}

/**
 * While the payment is being processed: asks every few seconds, then loads the page's data anew. What it gives is why
 * the last question had no answer, said by a toast once; null while all is well.
 */
export function usePaymentPoll(sessionId: string | null, checkout: string | null): DoneAnswer | null {
  const { revalidate } = useRevalidator();
  const [trouble, setTrouble] = useState<DoneAnswer | null>(null);
  useEffect(() => {
    if (!sessionId) return;
    const started = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let failed = false;
    let stopped = false;
    const ask = async () => {
      const called = await callFunction<VerifyAnswer>("verify-payment", { sessionId, ...(checkout && { checkout }) });
      if (stopped) return;
      if (called.ok) {
        const { success, booking, state } = called.value;
        if (success && !booking) void showToast(TOASTS.withoutBooking);
        if (state !== undefined && state !== "processing" && state !== "unknown") return revalidate();
        setTrouble(null);
      } else {
        const answer = { ok: false, title: "Verification Error", text: called.message ?? VERIFICATION_FAILED };
        setTrouble(failed ? answer : tell(answer));
        failed = true;
      }
      if (Date.now() - started < GIVE_UP_MS) timer = setTimeout(() => void ask(), POLL_MS);
    };
    void showToast(TOASTS.pending);
    timer = setTimeout(() => void ask(), POLL_MS / 2);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [sessionId, checkout, revalidate]);
  return trouble;
}

/** Of a payment that arrived; `off`: what is in the way of what was planned. */
export const paidToast = (off?: string): Toast =>
  off ? { kind: "info", title: "Payment received", text: `${off}.` } : TOASTS.paid;

/**
 * Says once per session that the payment arrived (`off`: and what is in the way of what was planned), and makes and opens the invoice once where that is wanted;
 * `onInvoice` hears how that went.
 */
export function usePaymentArrived(
  arrived: { sessionId: string; bookingId: string; automaticInvoice: boolean; off?: string | undefined } | null,
  onInvoice: (answer: DoneAnswer) => void,
): void {
  const { revalidate } = useRevalidator();
  const done = useRef(false);
  const { sessionId, bookingId, automaticInvoice, off } = arrived ?? {};
  const heard = useRef(onInvoice);
  heard.current = onInvoice;
  useEffect(() => {
    if (!sessionId || !bookingId || done.current) return;
    done.current = true;
    if (!firstTime(`paid:${sessionId}`)) return;
    void showToast(paidToast(off));
    if (!automaticInvoice) return;
    void openInvoice(bookingId).then((answer) => {
      heard.current(answer);
      if (answer.ok) revalidate();
    });
  }, [sessionId, bookingId, automaticInvoice, off, revalidate]);
}

/** Makes the invoice's PDF, opens it in a new tab and says so; or says why not. Never throws. */
export async function openInvoice(bookingId: string): Promise<DoneAnswer> {
  const called = await callFunction<{ pdfUrl: string }>("generate-invoice", { bookingId, invoiceType: "booking" });
  if (!called.ok || !called.value.pdfUrl)
    return tell({ ok: false, title: "Invoice Error", text: (!called.ok && called.message) || INVOICE_FAILED });
  const tab = window.open(called.value.pdfUrl, "_blank");
  if (tab) tab.opener = null;
  // A blocked window is no failure: the link stands on the page.
  return tell({
    ok: true,
    title: "Invoice Generated",
    text: tab
      ? "Your invoice has been generated and opened in a new tab."
      : "Your invoice has been generated. Open it with the link on this page.",
  });
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
