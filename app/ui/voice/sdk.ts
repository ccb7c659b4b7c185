import type { Call, Device } from "@twilio/voice-sdk";
import type * as Sdk from "@twilio/voice-sdk";

/**
 * The network's SDK, fetched when a telephone is first used and never before. In the sandbox its wire goes to this page's own
 * address: browsers refuse a self-made certificate without a word, and the SDK takes the page's WebSocket when it is loaded.
 */
export async function loadSdk(isStandIn: boolean): Promise<typeof Sdk> {
  if (isStandIn) leadWiresHere();
  return import("@twilio/voice-sdk");
}

export type { Call, Device };

const SIGNAL = "/sandbox/voice/signal";
let isLed = false;

function leadWiresHere(): void {
  if (isLed) return;
  isLed = true;
  const Plain = globalThis.WebSocket;
  const here = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${SIGNAL}`;
  globalThis.WebSocket = class extends Plain {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(/\.twilio\.com\/signal$/.test(String(url)) ? here : url, protocols);
    }
  };
}
