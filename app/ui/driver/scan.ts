import { driverPaths } from "~/driver-paths";

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type Read = (picture: ImageData) => string | null;
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector;
    readQr?: Read;
  }
}

const EVERY_MS = 200;

/** The dumpster's number that a label says: an address of ours, or the number alone. Null for another code. */
export function numberOnLabel(text: string): string | null {
  const path = /\/crm\/inventory\/([^/?#\s]+)\/?(?:[?#].*)?$/.exec(text)?.[1];
  const number = path === undefined ? text.trim() : decoded(path);
  return /^[\w-]{1,20}$/.test(number) ? number : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Whether there is a camera to ask for. */
export const canScan = (): boolean => (navigator.mediaDevices as MediaDevices | undefined) !== undefined;

/**
 * Opens the camera until it sees a label with a number, or the driver closes it (null). Throws where the camera is refused.
 */
export async function scanNumber(): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const dialog = document.createElement("dialog");
  dialog.className = "scanner";
  dialog.setAttribute("aria-label", "Scan the label");
  const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "Type it instead" });
  close.className = "button secondary big full";
  close.onclick = () => dialog.close();
  dialog.append(video, close);
  document.body.append(dialog);
  dialog.showModal();
  try {
    await video.play();
    const look = await lookFor();
    for (;;) {
      if (!dialog.open) return null;
      const number = numberOnLabel((await look(video).catch(() => null)) ?? "");
      if (number) return number;
      await new Promise((go) => setTimeout(go, EVERY_MS));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    dialog.remove();
  }
}

/** The browser's own reader; else ours, which is fetched only then. */
async function lookFor(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  if (window.BarcodeDetector) {
    const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const decoder = driverPaths.decoder;
  await import(/* @vite-ignore */ decoder);
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    // Half the pixels in each direction: a label is held close, and a phone's processor is slow.
    canvas.width = video.videoWidth >> 1;
    canvas.height = video.videoHeight >> 1;
    if (!drawing || canvas.width === 0) return Promise.resolve(null);
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
    return Promise.resolve(window.readQr?.(drawing.getImageData(0, 0, canvas.width, canvas.height)) ?? null);
  };
}
