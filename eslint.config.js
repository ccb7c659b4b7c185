import tseslint from "typescript-eslint";

// The house's own laws, which need selectors of syntax. Everything else is oxlint's (.oxlintrc.json): it knows the types, and takes a
// tenth of the time.
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
export default [
  {
    files: ["app/{routes,services}/**/*.{ts,tsx}"],
    languageOptions: { parser: tseslint.parser },
    // Whether a directive is of use is for oxlint to say, whose rules they name.
    linterOptions: { reportUnusedDisableDirectives: "off" },
  },
  {
    files: ["app/routes/**/*.{ts,tsx}"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", ONE_VERB, ALL_SERVICES] },
  },
  {
    // The worker hands them on to whatever work there is, and so do a made-up month and the clock that goes on; the health
    // report looks at each.
    files: ["app/services/**/*.{ts,tsx}"],
    ignores: [
      "**/*.test.ts",
      "app/services/work/{worker,handlers}.server.ts",
      "app/services/start/{health-report,go-on,clock-api}.server.ts",
      "app/services/month/{month,runs}.server.ts",
    ],
    rules: { "no-restricted-syntax": ["error", ALL_SERVICES] },
  },
];
