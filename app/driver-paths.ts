/** The addresses of a driver's phone; customers' pages load none of them. */
export const driverPaths = {
  job: (id: string) => `/driver/jobs/${id}`,
  offer: (id: string) => `/driver/offers/${id}`,
  journal: "/driver/journal",
  /** `n`: which picture of the entry, from 0. */
  photo: (entry: string, n: number) => `/driver/journal/photos/${entry}?n=${n}`,
  jobs: "/driver/jobs.json",
  /** The driver's pages for a phone without signal, in one document. */
  offline: "/driver/offline",
  /** Reads QR labels where the browser cannot. */
  decoder: "/driver/qr.js",
} as const;
