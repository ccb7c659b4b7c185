import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/http/answers/forms.server";
import { json, jsonError } from "~/http/answers/json.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { handsetView, playHandset } from "./handset-answers.server";

/** The telephone network for programs: what it is like now. */
export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  return sandbox.voice ? json(handsetView(sandbox.voice.network)) : noNetwork();
}

/** The handset's forms, answered as JSON. */
export async function action(args: ActionFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  if (!sandbox.voice) return noNetwork();
  const done = playHandset(sandbox.voice.network, await readForm(args.request));
  return done
    ? json(handsetView(sandbox.voice.network))
    : jsonError(409, { code: "not_now", message: "That cannot be done with this telephone now." });
}

const noNetwork = () => jsonError(404, { code: "not_found", message: "Calls go through Twilio here." });
