const PATIENCE_MS = 5_000;
/** Somebody who is asked whether the page may know has to read it first; who does not answer must not lose the step. */
const MOST_MS = 15_000;

/**
 * Where the phone is, for the proof of an attempt: asked for only then, and only where it is allowed. Empty where it is not,
 * or where it takes too long.
 */
export function positionNow(): Promise<Record<string, string>> {
  const { geolocation } = navigator as { geolocation?: Geolocation };
  if (!geolocation) return Promise.resolve({});
  return new Promise((tell) => {
    // The browser's own patience begins when its question is answered.
    const late = setTimeout(() => tell({}), MOST_MS);
    const said = (where: Record<string, string>) => {
      clearTimeout(late);
      tell(where);
    };
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        said({
          latitude: latitude.toFixed(6),
          longitude: longitude.toFixed(6),
          accuracy: String(Math.round(accuracy)),
        }),
      () => said({}),
      { timeout: PATIENCE_MS, maximumAge: 60_000, enableHighAccuracy: true },
    );
  });
}
