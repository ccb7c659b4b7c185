/**
 * Invisible and direction-changing characters, which could make a text read as another one, or as none: Unicode's own
 * list, controls but for tabs and line ends, and Braille's blank. What joins letters and colors pictures belongs to what
 * people really write. The one list of them: for what is typed, exported, and shown of the log.
 */
export const INVISIBLE =
  /(?![\t\n\r])\p{Cc}|(?![\u200C\u200D\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}|[\u2800\uFFF9-\uFFFB]/gu;
