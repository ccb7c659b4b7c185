/** The addresses that a driver's phone asks by itself; customers' pages load none of them. */
export const driverPaths = {
  journal: "/driver/journal",
  jobs: "/driver/jobs.json",
  /** The driver's pages for a phone without signal, in one document. */
  offline: "/driver/offline",
  /** Reads QR labels where the browser cannot. */
  decoder: "/driver/qr.js",
} as const;
