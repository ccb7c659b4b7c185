/**
 * For a command that takes nothing but DATA_DIR: whoever asks it something is told what it does, and nothing is done.
 * Ends the process, with 0 for `--help` and 1 for any other word.
 * @param {string} what
 */
export function takesNoWords(what) {
  const words = process.argv.slice(2);
  if (words.length === 0) return;
  console.error(`${what} It takes no words; DATA_DIR names the data folder (./data unless told).`);
  process.exit(words[0] === "--help" ? 0 : 1);
}
