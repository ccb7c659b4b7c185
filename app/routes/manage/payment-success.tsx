import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PaymentResult } from "~/domain/records/customer-views";
import { plainWhole } from "~/domain/kernel/whole";
import { linkCookie, payerCookie } from "~/http/access/links.server";
import { findSignedIn } from "~/http/access/session.server";
import { answerCustomer } from "~/http/answers/customer-intents.server";
import { reportError } from "~/http/answers/errors.server";
import type { Problem } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter, type Scope } from "~/http/context.server";
import { askForPayment } from "~/http/limits/asked.server";
import { paths } from "~/paths";
import type { RouteHandle } from "~/root";
import { balancePage } from "./pay-view.server";
import { describePayment } from "~/services/payments/payment-page.server";
import type { Verification } from "~/services/payments/verify.server";
import { PAYMENT_INTENTS } from "./payment-intents.server";
import { seal, unseal, useSealed, type Sealed } from "~/ui/frame/sealed";
import { manageAddress } from "~/ui/manage/addresses";
import { useManageFacts } from "~/ui/manage/manage-data";
import { PaymentDone, Said } from "~/ui/manage/PaymentDone";
import { NoSession, NotCompleted, PaymentReturned, Processing } from "~/ui/manage/PaymentPages";
import type { DoneAnswer } from "~/ui/manage/use-payment";
import { Toasts } from "~/ui/Toasts";

/** Without scripts the page asks again every 5 s, for about 5 minutes. */
const REFRESH_SECONDS = 5;
const MOST_REFRESHES = 60;

export const handle: RouteHandle = {
  hydrate: "now",
  refresh(given) {
    const result = unseal((given as { result: Sealed<PaymentResult> }).result);
    if (result.state !== "processing" || result.nextTry === null) return null;
    return {
      seconds: REFRESH_SECONDS,
      to: `${paths.paymentSuccess(result.sessionId, result.checkout)}&try=${result.nextTry}`,
    };
  },
};

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  {
    title: titleOf(loaded && unseal(loaded.result)),
  },
  { name: "robots", content: "noindex" },
];
export const headers = privateHeaders;

function titleOf(result: PaymentResult | undefined): string {
  if (result?.state !== "confirmed") return "Your payment";
  if (result.booking.isOff) return "Thank you! Your payment is in";
  return result.booking.status === "cancelled" ? "Your booking is cancelled" : "Thank you! Your booking is confirmed";
}

/** An error page would frighten somebody who has just paid: whatever goes wrong outside is "processing". */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const sessionId = (searchParams.get("session_id") ?? "").trim();
  if (!sessionId) return data({ result: seal<PaymentResult>({ state: "no_session" }) });
  const checkout = searchParams.get("checkout");
  const found = await findOut(scope, args.request, sessionId, checkout);
  if (found.state === "ended") throw redirect(`${paths.manage.lookup}?link=ended`);
  // Before all else: whoever paid a balance by its link opens nothing of the booking.
  if ("isBalance" in found && found.isBalance) throw redirect(await balancePage(scope, found.booking, sessionId));
  // What was bought later, or a card alone, is told where the booking stands.
  if (found.state === "confirmed" && (found.changeId !== null || found.onlyCard))
    throw redirect(manageAddress(found.booking.booking_number, found.onlyCard ? "card" : "change"), {
      headers: { "Set-Cookie": linkCookie(scope, args.request, found.booking) },
    });
  const tries = plainWhole(searchParams.get("try")) ?? 0;
  const signedIn = (await findSignedIn(scope, args.request)) !== null;
  const result = describePayment(scope.services, found, {
    sessionId,
    checkout,
    signedIn,
    nextTry: tries < MOST_REFRESHES && found.state !== "unknown" ? tries + 1 : null,
  });
  const mine =
    found.state === "confirmed" || found.state === "returned" || found.state === "expired"
      ? payerCookie(scope, args.request, found)
      : null;
  return data({ result: seal<PaymentResult>(result) }, mine ? { headers: { "Set-Cookie": mine } } : {});
}

async function findOut(
  scope: Scope,
  request: Request,
  sessionId: string,
  checkout: string | null,
): Promise<Verification> {
  try {
    return await askForPayment(scope, sessionId, checkout);
  } catch (error) {
    reportError(error, { request, where: "payment page" });
  }
  return { state: "processing", booking: null };
}

export async function action(args: ActionFunctionArgs) {
  return answerCustomer(PAYMENT_INTENTS, "email", { scope: await enter(args), request: args.request });
}

export default function PaymentSuccess() {
  const result = useSealed(useLoaderData<typeof loader>().result);
  const answer = useActionData<DoneAnswer | Problem>();
  const { phone } = useManageFacts();
  return (
    <div className="narrow page stack">
      {result.state !== "confirmed" && answer && !("fields" in answer) && <Said answer={answer} />}
      {result.state === "no_session" && <NoSession />}
      {result.state === "processing" && <Processing result={result} phone={phone} />}
      {result.state === "expired" && <NotCompleted result={result} />}
      {result.state === "returned" && <PaymentReturned result={result} phone={phone} />}
      {result.state === "confirmed" && (
        <PaymentDone result={result} {...(answer && "fields" in answer ? { problem: answer } : { answer })} />
      )}
      <Toasts />
    </div>
  );
}
