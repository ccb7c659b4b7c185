/** Headers of pages that belong to one person: nobody stores them, no search engine lists them. */
export const privateHeaders = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow" });
