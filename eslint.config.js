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
const NO_LOOKBEHIND = {
  selector: "Literal[regex.pattern=/\\(\\?<[=!]/]",
  message: "Older browsers have no lookbehind.",
};

export default [
  {
    files: ["app/**/*.ts", "app/**/*.tsx"],
    languageOptions: { parser: tseslint.parser },
    // Whether a directive is of use is for oxlint to say, whose rules they name.
    linterOptions: { reportUnusedDisableDirectives: "off" },
  },
  {
    // What the browser runs too. Safari before 16.4 knows no lookbehind; such a pattern throws there, and the page with
    // it.
    files: ["app/ui/**/*.{ts,tsx}", "app/domain/**/*.{ts,tsx}"],
    ignores: ["**/*.server.ts", "app/domain/documents/**", "**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", NO_LOOKBEHIND] },
  },
  {
    files: ["app/routes/**/*.{ts,tsx}"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", ONE_VERB, ALL_SERVICES] },
  },
  {
    // The worker hands them on to whatever work there is, and the health report looks at each.
    files: ["app/services/**/*.{ts,tsx}"],
    ignores: [
      "**/*.test.ts",
      "app/services/work/{worker,handlers}.server.ts",
      "app/services/start/health-report.server.ts",
    ],
    rules: { "no-restricted-syntax": ["error", ALL_SERVICES] },
  },
];
