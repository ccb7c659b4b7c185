/** A script of ours as one minified text (vite.config.ts). */
declare module "*?minified" {
  const text: string;
  export default text;
}
