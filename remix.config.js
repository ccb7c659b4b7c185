// Remix under Vite does not read this file by itself: vite.config.ts passes the object to the plugin,
// so that there is exactly one place for Remix's options (docs/decisions/0002-remix-on-vite.md).

/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  appDirectory: "app",
  // A build is made beside the last one and then takes its place (scripts/support/build.mjs).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    // Off on purpose: a deploy in the middle of a form would reload the page and lose what was typed.
    v3_lazyRouteDiscovery: false,
  },
};
