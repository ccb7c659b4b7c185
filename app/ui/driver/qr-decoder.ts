import read from "jsqr";

/** A script of its own, /driver/qr.js: most phones read labels by themselves and never fetch it. */
window.readQr = ({ data, width, height }) =>
  read(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null;
