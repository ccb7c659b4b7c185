import { createRoot } from "react-dom/client";
import { Shell } from "./Shell";

// The driver's pages without signal: one document for all of them, kept whole on the phone (public/sw.js).
const place = document.getElementById("shell");
if (place) createRoot(place).render(<Shell />);
