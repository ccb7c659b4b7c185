import { bodyLimit, MOST_FIELDS, MOST_VALUES } from "~/http/limits/body.server";

export interface HostileBody {
  shape: string;
  type: string;
  /** The body at a share of the largest that the address takes: 1 is all of it. */
  at: (share: number) => string;
}

/**
 * Every name that a form of ours has, and what it is filled with: texts for which patterns and normal forms once took
 * long.
 */
const NAMES = [
  "zip",
  "address",
  "city",
  "deliveryDate",
  "rentalDays",
  "specialInstructions",
  "firstName",
  "lastName",
  "phone",
  "email",
  "signatureName",
  "bookingNumber",
  "name",
  "message",
  "quantity",
  "dumpsterSize",
  "cartSeen",
  "next",
  "day",
  "holdReason",
];
const FILLINGS: Record<string, (length: number) => string> = {
  letters: (length) => "x".repeat(length),
  marks: (length) => `a${"\u0301".repeat(length / 4)}${"\u0327".repeat(length / 4)}`,
  spaces: (length) => `1${" ".repeat(length)}x`,
  separators: (length) => `1${",-".repeat(length / 2)}`,
};

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=X";
const part = (name: string, value: string, head = "") =>
  `--X\r\nContent-Disposition: form-data; name="${name}"\r\n${head}\r\n${value}\r\n`;
const fit = (text: string, bytes: number) => text.slice(0, bytes);
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => make(i));

/** The largest bodies that an address accepts, in the shapes that have stopped servers. */
export function hostileBodies(path: string): HostileBody[] {
  const { pathname } = new URL(path, "http://localhost");
  const { bytes, fields } = bodyLimit(pathname);
  if (fields === null) return hostileJson(bytes);
  const room = (share: number) => Math.floor(bytes * share * 0.98) - 200;
  return [
    {
      shape: "many fields",
      type: FORM,
      at: (share) =>
        times(MOST_FIELDS * share, (i) => `f${i}=${"x".repeat(room(share) / (MOST_FIELDS * share) - 6)}`).join("&"),
    },
    { shape: "many fields, short", type: FORM, at: (share) => "a&".repeat(MOST_FIELDS * share - 1) },
    {
      shape: "many values of one name",
      type: FORM,
      at: (share) =>
        times(MOST_VALUES * share, () => `wasteTypes=${"x".repeat(room(share) / (MOST_VALUES * share) - 12)}`).join(
          "&",
        ),
    },
    {
      shape: "many parts",
      type: MULTIPART,
      at: (share) =>
        `${times(MOST_FIELDS * share, (i) => part(`f${i}`, "x".repeat(room(share) / (MOST_FIELDS * share) - 70))).join("")}--X--\r\n`,
    },
    {
      shape: "many heads of a part",
      type: MULTIPART,
      at: (share) =>
        `${part("email", "a", fit("a: b\r\n".repeat(bytes / 6), Math.floor(room(share) / 6) * 6))}--X--\r\n`,
    },
    { shape: "a long name", type: MULTIPART, at: (share) => `${part("x".repeat(room(share)), "a")}--X--\r\n` },
    ...Object.entries(FILLINGS).map(([filling, fill]) => ({
      shape: `one field of ${filling}`,
      type: MULTIPART,
      at: (share: number) => `${part("message", fill(room(share)))}${part("bookingNumber", "1")}--X--\r\n`,
    })),
    ...Object.entries(FILLINGS).map(([filling, fill]) => ({
      shape: `every field of ${filling}`,
      type: MULTIPART,
      at: (share: number) =>
        `${NAMES.map((name) => part(name, fill(room(share) / NAMES.length - 90))).join("")}--X--\r\n`,
    })),
  ];
}

const JSON_TYPE = "application/json";

function hostileJson(bytes: number): HostileBody[] {
  const room = (share: number) => Math.floor(bytes * share) - 200;
  const lines = (count: number) =>
    JSON.stringify({ items: times(count, () => ({})), quoteData: { items: [] }, context: "new" });
  return [
    { shape: "many lines", type: JSON_TYPE, at: (share) => lines(950 * share) },
    { shape: "too many lines", type: JSON_TYPE, at: (share) => lines((bytes / 3) * share * 0.9) },
    {
      shape: "many names",
      type: JSON_TYPE,
      at: (share) => JSON.stringify(Object.fromEntries(times(room(share) / 14, (i) => [`name${i}`, 1]))),
    },
    {
      shape: "nested lists",
      type: JSON_TYPE,
      at: (share) => `{"items":${"[".repeat(room(share) / 2)}${"]".repeat(room(share) / 2)}}`,
    },
    {
      shape: "nested objects",
      type: JSON_TYPE,
      at: (share) => `${'{"a":'.repeat(room(share) / 6)}1${"}".repeat(room(share) / 6)}`,
    },
    ...Object.entries(FILLINGS).map(([filling, fill]) => ({
      shape: `texts of ${filling}`,
      type: JSON_TYPE,
      at: (share: number) =>
        JSON.stringify(
          Object.fromEntries(
            ["zipCode", "zip", "sessionId", "bookingId", "startDate", "size", "customerEmail"].map((name) => [
              name,
              fill(room(share) / 8 - 20),
            ]),
          ),
        ),
    })),
  ];
}

/** The largest addresses that are taken; `isOurs`: with more behind it, but still the address that it was. */
export function hostileAddresses(path: string): { shape: string; isOurs: boolean; at: (share: number) => string }[] {
  const join = path.includes("?") ? "&" : "?";
  const [bare = ""] = path.split("?");
  return [
    {
      shape: "a long query",
      isOurs: true,
      at: (share) => `${path}${join}q=${"x".repeat(10_000 * share)}&zip=1${"+".repeat(1_000 * share)}x`,
    },
    {
      shape: "many parameters",
      isOurs: true,
      at: (share) => `${path}${join}${"wasteTypes=concrete&".repeat(195 * share)}x`,
    },
    { shape: "a long path", isOurs: false, at: (share) => `${bare}/${"x".repeat(900 * share)}` },
    { shape: "many slashes", isOurs: false, at: (share) => `${bare}${"/".repeat(900 * share)}x` },
    { shape: "many folders", isOurs: false, at: (share) => `${bare}${"/a".repeat(450 * share)}` },
    { shape: "escapes", isOurs: false, at: (share) => `${bare}/${"%41".repeat(300 * share)}` },
  ];
}

/**
 * What hostile people type: markup, attribute ends, header and calendar line ends, half characters, direction
 * overrides.
 */
export const HOSTILE = [
  "<script>alert(1)</script>",
  "\"'><img src=x onerror=alert(1)>",
  '</title></style></main></body></html><iframe src="http://127.0.0.1/">',
  "<!--",
  "`${7*7}` {{7*7}} &lt; &#60;script&#62;",
  "a\r\nBcc: victim@example.com\r\n\r\nbody",
  "x\u0000\u0007\u202Etxt.exe\u202C \uD800 שלום 🚛🏳️‍🌈",
  "W".repeat(5_000),
] as const;

/** Every tag's name in order: hostile text must never change it. */
export function tagNames(markup: string): string[] {
  return [...markup.matchAll(/<(\/?[a-z!][^\s>]*)/gi)].map((match) => match[1] ?? "");
}
