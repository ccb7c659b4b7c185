import { redirect } from "@remix-run/node";
import { paths } from "~/paths";

/** The address on old flyers: the check is on the home page (specification, section 2). */
export function loader() {
  return redirect(paths.coverage, 301);
}
