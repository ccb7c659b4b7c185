const PATIENCE_MS = 5_000;

/**
 * Where the phone is, for the proof of an attempt: asked for only then, and only where it is allowed. Empty where it is not,
 * or where it takes too long.
 */
export function positionNow(): Promise<Record<string, string>> {
  const { geolocation } = navigator as { geolocation?: Geolocation };
  if (!geolocation) return Promise.resolve({});
  return new Promise((tell) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        tell({
          latitude: latitude.toFixed(6),
          longitude: longitude.toFixed(6),
          accuracy: String(Math.round(accuracy)),
        }),
      () => tell({}),
      { timeout: PATIENCE_MS, maximumAge: 60_000, enableHighAccuracy: true },
    );
  });
}
