import { paths } from "~/paths";
import { countiesInWords } from "../home/words";

/** What a home screen has room for under an icon. */
const SHORT_NAME = 12;
const ICON = { src: "/icon-192.png", sizes: "192x192", type: "image/png" };

interface Company {
  name: string;
  counties: readonly string[];
  /** Two letters. */
  state: string;
}

/** The web app manifest: how the site is called and looks where it is installed. Colors are the default theme's. */
export function webManifest({ name, counties, state }: Company) {
  return {
    id: "/",
    name,
    short_name: shortName(name),
    description: `Rent a roll-off dumpster in ${countiesInWords(counties)}, ${state}.`,
    lang: "en-US",
    dir: "ltr",
    start_url: paths.home,
    scope: "/",
    display: "standalone",
    background_color: "#eef2ee",
    theme_color: "#083c3d",
    categories: ["business", "utilities"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      { ...ICON, purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Book a dumpster", short_name: "Book", url: paths.book.project(), icons: [ICON] },
      { name: "Manage a booking", short_name: "My booking", url: paths.manage.lookup, icons: [ICON] },
    ],
  };
}

/** As many of the name's first words as fit; a long first word is cut by the device itself. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  while (words.length > 1 && words.join(" ").length > SHORT_NAME) words.pop();
  return words.join(" ");
}
