/**
 * Who may import whom (architecture.md, "The house"). Types may cross where code may not: `code` below leaves
 * type-only imports out.
 */
const code = { dependencyTypesNot: ["type-only"] };
const SDK = "node_modules/(stripe|twilio|@twilio|nodemailer|puppeteer|puppeteer-core|sharp|@img|@sparticuz)/";
const SQL = "^db/|node_modules/(drizzle-orm|better-sqlite3)/";
/** The composition root and what starts it may see everything. */
const ROOT = "^app/(services\\.server|boot\\.server|entry\\.server)\\.tsx?$";
const TEST = "\\.test\\.tsx?$";
/**
 * What is started by its name, not imported: the framework's entries, the routes, what only the compiler reads, and what
 * the doctor, a script, asks for (`company-check`).
 */
const STARTED = [
  "^app/domain/payments/company-check\\.server\\.ts$",
  "^app/(root|entry\\.client|entry\\.server|routes)\\.tsx?$",
  "^app/routes/",
  "\\.d\\.ts$",
];
/** The one place where a browser meets an SDK: it is fetched when a telephone is first started. */
const BROWSER_SDK = "^app/ui/voice/sdk\\.ts$";

/**
 * The words of the domain from the ground up: each imports only words that stand before it, types included, so that two
 * words never need each other. docs/decisions/0033 says why they stand in this order.
 */
const WORDS = [
  "kernel",
  "settings",
  "limits",
  "log",
  "states",
  "events",
  "flags",
  "tasks",
  "outbox",
  "live",
  "schedule",
  "service-area",
  "pricing",
  "accounts",
  "access",
  "customers",
  "inventory",
  "fleet",
  "leads",
  "booking/draft",
  "booking/order",
  "booking/customer",
  "booking/office",
  "documents",
  "photos",
  "dispatch",
  "driver",
  "payments",
  "charges",
  "changes",
  "messages",
  "voice",
  "records",
  "reports",
  "setup",
];
const wordLaws = WORDS.map((word, place) => ({
  name: `${word}-imports-only-words-below-it`,
  severity: "error",
  from: { path: `^app/domain/${word}/`, pathNot: TEST },
  to: { path: `^app/domain/(?!(${WORDS.slice(0, place + 1).join("|")})/)` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", comment: "of types neither", from: {}, to: { circular: true } },
    {
      name: "nothing-imports-routes",
      severity: "error",
      from: { pathNot: `^app/routes/|${TEST}` },
      to: { path: "^app/routes/" },
    },
    {
      name: "routes-see-no-database-adapter-or-sdk",
      severity: "error",
      comment: "a route calls services, domain, http and ui",
      from: { path: "^app/routes/(?!sandbox/)", pathNot: TEST },
      to: { path: `${SQL}|${SDK}|^app/(adapters|sandbox)/`, ...code },
    },
    {
      name: "sandbox-pages-see-the-sandbox",
      severity: "error",
      comment: "its pages show its own store and move its clock, nothing more",
      from: { path: "^app/routes/sandbox/", pathNot: TEST },
      to: { path: `${SQL}|${SDK}|^app/adapters/(?!clock/)`, ...code },
    },
    {
      name: "domain-is-free-of-http-and-sdks",
      severity: "error",
      comment: "domain → db, drizzle, zod, temporal, other words, port types",
      from: { path: "^app/domain/", pathNot: TEST },
      to: {
        path: `^app/(routes|http|ui|adapters|services|sandbox)/|^app/services\\.server|node_modules/(@remix-run|react|react-dom|helmet|sirv)/|${SDK}`,
        ...code,
      },
    },
    {
      name: "rules-run-in-the-browser-too",
      severity: "error",
      comment: "a pure module must not drag a *.server one into the client build",
      from: { path: "^app/(domain|ui)/", pathNot: `\\.server\\.tsx?$|${TEST}` },
      to: { path: `\\.server\\.tsx?$|^db/|^node:|^(fs|path|crypto)$`, ...code },
    },
    {
      name: "telephone-numbers-are-read-on-the-server",
      severity: "error",
      comment: "the world's numbering plans weigh more than a page: loaders and read models give finished text",
      from: { path: "^app/(ui/|root|entry\\.client)", pathNot: TEST },
      to: { path: "^app/domain/kernel/phone\\.ts$|node_modules/libphonenumber-js/", ...code },
    },
    {
      name: "one-word-knows-the-numbering-plans",
      severity: "error",
      from: { path: "^(app|db|server|tests)", pathNot: "^app/domain/kernel/phone\\.ts$" },
      to: { path: "node_modules/libphonenumber-js/", ...code },
    },
    {
      name: "services-see-domain-adapters-db",
      severity: "error",
      from: { path: "^app/services/", pathNot: TEST },
      to: { path: `^app/(routes|http|ui|sandbox)/|${SDK}`, ...code },
    },
    {
      name: "adapters-see-sdks-and-ports",
      severity: "error",
      from: { path: "^app/adapters/", pathNot: TEST },
      to: { path: "^app/(routes|http|ui|services|sandbox)/|^app/domain/(?!kernel/|[^/]+/ports\\.ts)", ...code },
    },
    {
      name: "only-adapters-import-sdks",
      severity: "error",
      from: { path: "^(app|db|server)", pathNot: `^app/adapters/|${BROWSER_SDK}|${TEST}` },
      to: { path: SDK, ...code },
    },
    {
      name: "sandbox-knows-only-its-own-store",
      severity: "error",
      comment: "it is the outside world: it reaches us by the protocols alone",
      from: { path: "^app/sandbox/", pathNot: TEST },
      to: { path: "^db/|^app/(routes|http|ui|services|adapters)/|^app/domain/(?!kernel/|[^/]+/ports\\.ts)", ...code },
    },
    {
      name: "ui-sees-nothing-of-the-server",
      severity: "error",
      from: { path: "^app/ui/", pathNot: `${BROWSER_SDK}|${TEST}` },
      to: { path: `${SQL}|${SDK}|^app/(routes|http|adapters|services|sandbox)/`, ...code },
    },
    {
      name: "http-knows-no-sql",
      severity: "error",
      comment: "but may tell a busy database",
      from: { path: "^app/http/", pathNot: TEST },
      to: { path: SQL, pathNot: "^db/client\\.server\\.ts$", ...code },
    },
    {
      name: "database-knows-no-application",
      severity: "error",
      from: { path: "^db/", pathNot: `^db/seed/|${TEST}` },
      to: { path: "^app/(routes|http|ui|adapters|services|sandbox)/", ...code },
    },
    {
      name: "server-reaches-the-application-by-the-build",
      severity: "error",
      from: { path: "^server(/|\\.ts$)" },
      to: { path: "^(app|db)/", ...code },
    },
    {
      name: "no-development-packages-at-run-time",
      severity: "error",
      from: { path: "^(app|db|server)", pathNot: `^server/develop\\.ts$|^app/routes\\.ts$|${TEST}` },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], ...code },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:|\\.css\\?|\\?(raw|minified)$" },
    },
    ...wordLaws,
    {
      name: "every-word-has-its-place",
      severity: "error",
      comment: "a new word of the domain is named in WORDS",
      from: {},
      to: { path: `^app/domain/(?!(${WORDS.join("|")})/)` },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      from: { path: "^(app|db|server)", pathNot: TEST },
      to: { path: `^tests/|${TEST}` },
    },
    {
      name: "no-product-for-tests-only",
      severity: "error",
      comment: "what only tests use belongs to tests/support, or is a verb that nobody needs yet",
      from: { pathNot: `^tests/|${TEST}` },
      module: {
        path: "^(app|db|server)/",
        pathNot: [TEST, ...STARTED],
        numberOfDependentsLessThan: 1,
      },
    },
  ].map((rule) =>
    rule.module || rule.from.path?.startsWith("^app/services/") || rule.name === "only-adapters-import-sdks"
      ? rule
      : { ...rule, from: { ...rule.from, pathNot: [rule.from.pathNot, ROOT].flat().filter(Boolean) } },
  ),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|data|\\.cache)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
