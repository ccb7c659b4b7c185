/** What photographs of jobs there are, and what is taken. Pure. */
import type { Instant } from "../kernel/time.server";

/** The steps of a job that bring photographs; each goes by the name of its step (contract.md, "Driver"). */
export const PHOTO_STEPS = ["serviced", "ticketed", "attempted", "report"] as const;
export type PhotoStep = (typeof PHOTO_STEPS)[number];

export const isPhotoStep = (name: unknown): name is PhotoStep => (PHOTO_STEPS as readonly unknown[]).includes(name);

/** Bytes of one photograph as it is sent, and photographs of one form (architecture.md, "Photos"). */
export const MOST_PHOTO_BYTES = 15 * 1024 * 1024;
export const MOST_PHOTOS = 4;

/** The name of one of the photographs of a journal's entry, from 0: the first one is the entry's own. */
export const photoEntry = (entryId: string, n: number): string => (n === 0 ? entryId : `${entryId}.${n}`);

/** Longer side of what is kept, in pixels. */
export const PHOTO_PIXELS = { large: 2048, small: 480 } as const;

/** What a photograph is refused for. */
export type PhotoRefusal =
  | "heic"
  | "not_a_picture"
  | "broken"
  | "too_many_pixels"
  | "too_large"
  | "too_many"
  | "no_room"
  | "busy";

/** What a phone sees by itself: apart, as the other words would only weigh on it. */
export const NO_PHOTO = {
  heic: "This photo is in a format that we cannot read (HEIC). Set the camera to Most Compatible, then take it again.",
  not_a_picture: "This is not a photo. Choose a JPEG, PNG or WebP picture.",
  too_large: "This photo has more than 15 MB. Set the camera to a smaller size, then take it again.",
} as const;

export const PHOTO_REFUSED: Readonly<Record<PhotoRefusal, string>> = {
  ...NO_PHOTO,
  broken: "This photo is broken, or did not arrive whole. Take it again.",
  too_many_pixels: "This photo has more pixels than we take. Set the camera to a smaller size, then take it again.",
  too_many: "That is more than 4 photos at once. Send the others with the next step.",
  no_room: "We could not keep the photo just now. Send it again in a minute, or go on without it and tell the office.",
  busy: "Many photos are being worked on just now. Send it again in a minute.",
};

/** When and where a photograph was taken, as far as the driver's app says so. */
export interface Taken {
  /** Of its step, never by the device's clock alone; null for a form's: when it came. */
  at: Instant | null;
  place: Place | null;
}

/** A place on earth in degrees, and how far off it may be in meters. */
export interface Place {
  latitude: number;
  longitude: number;
  accuracy: number | null;
}
