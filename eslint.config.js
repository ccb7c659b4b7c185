import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const LONGEST_FILE = 300;
/** What is longer hides a component or a verb of the domain. */
const LONGEST_ROUTE = 150;

const OF_HTTP = ["FormData", "Request", "Response"];
const AS_SENT = "The domain knows no HTTP: a form comes as Sent (kernel/sent.ts).";

const SHOWN_AGAIN =
  "Forms of the office show what useSent (ui/office/use-sent.ts) gives: also what was sent as the session had ended.";
const ALL_SERVICES = {
  selector:
    ":function > :matches(Identifier, ObjectPattern) > TSTypeAnnotation > TSTypeReference[typeName.name='Services']",
  message:
    'Take what is needed, such as Pick<Services, "db" | "clock">: it says what this does, and a test gives no more.',
};
const ONE_VERB = {
  selector: "CallExpression[callee.property.name='write'] > :function > BlockStatement",
  message: "A route's transaction is one verb of the domain: what is decided in it belongs there.",
};

// Answers' JSON and vitest's matchers are `any`; what a test expects of them says enough.
const untyped = Object.fromEntries(
  ["assignment", "member-access", "argument", "return", "call"].map((kind) => [
    `@typescript-eslint/no-unsafe-${kind}`,
    "off",
  ]),
);

export default tseslint.config(
  {
    ignores: ["build/", "data/", ".cache/", "node_modules/", "tests/.artifacts/", "db/migrations/", "public/", "*.cjs"],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    plugins: { "react-hooks": reactHooks },
    rules: {
      // The other rules of this plugin are for React's compiler, which is not used here (and take a quarter of the
      // time).
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "max-lines": ["error", { max: LONGEST_FILE }],
      eqeqeq: ["error", "smart"],
      "no-console": ["error", { allow: ["error", "warn"] }],
      "no-warning-comments": ["error", { terms: ["todo", "fixme", "xxx"] }],
      "@typescript-eslint/ban-ts-comment": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      // FormData's values are typed as text or File; the forms here send text, and readForm() leaves files out.
      "@typescript-eslint/no-base-to-string": "off",
      // Remix answers by throwing Responses.
      "@typescript-eslint/only-throw-error": "off",
      // A handler that returns a promise to an event is usual in React.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      // An async function without await keeps the port's promise when it throws.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    // What the browser runs too. Safari before 16.4 knows no lookbehind; such a pattern throws there, and the page with
    // it.
    files: ["app/ui/**", "app/domain/**"],
    ignores: ["**/*.server.ts", "app/domain/documents/**", "**/*.test.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "Literal[regex.pattern=/\\(\\?<[=!]/]", message: "Older browsers have no lookbehind." },
      ],
    },
  },
  {
    files: ["app/domain/**"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-globals": ["error", ...OF_HTTP.map((name) => ({ name, message: AS_SENT }))],
      "@typescript-eslint/no-restricted-types": [
        "error",
        { types: Object.fromEntries(OF_HTTP.map((name) => [name, AS_SENT])) },
      ],
    },
  },
  {
    files: ["app/routes/**"],
    ignores: ["**/*.test.ts"],
    rules: {
      "max-lines": ["error", { max: LONGEST_ROUTE }],
      "no-restricted-syntax": ["error", ONE_VERB, ALL_SERVICES],
    },
  },
  {
    files: ["app/routes/{crm,driver}/**"],
    // The doors stand outside the frames.
    ignores: ["**/*.test.ts", "app/routes/crm/{auth,invitation}.tsx", "app/routes/driver/{auth,invitation}.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "@remix-run/react", importNames: ["useActionData"], message: SHOWN_AGAIN },
            { name: "~/ui/form", importNames: ["useProblem"], message: SHOWN_AGAIN },
          ],
        },
      ],
    },
  },
  {
    // The worker hands them on to whatever work there is, and the health report looks at each.
    files: ["app/services/**"],
    ignores: [
      "**/*.test.ts",
      "app/services/work/{worker,handlers}.server.ts",
      "app/services/start/health-report.server.ts",
    ],
    rules: { "no-restricted-syntax": ["error", ALL_SERVICES] },
  },
  // Programs for the command line talk to the person who runs them.
  { files: ["scripts/**", "server.ts"], rules: { "no-console": "off" } },
  // Plain JavaScript has no type annotations to lean on.
  { files: ["**/*.mjs", "**/*.js"], ...tseslint.configs.disableTypeChecked },
  {
    files: ["**/*.test.ts", "**/*.test.tsx", "tests/**"],
    rules: {
      "@typescript-eslint/unbound-method": "off",
      "max-lines": ["error", { max: 350 }],
      // The files of a run share their modules: one that is replaced stays replaced for the others.
      "no-restricted-properties": [
        "error",
        ...["mock", "doMock", "resetModules"].map((property) => ({
          object: "vi",
          property,
          message: "Give what is needed instead, as tests/support/visit.ts does.",
        })),
      ],
      ...untyped,
    },
  },
);
