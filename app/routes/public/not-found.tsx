import { data, type MetaFunction } from "@remix-run/node";
import { paths } from "~/paths";
import { pageMeta } from "~/ui/frame/public-data";
import { Page } from "~/ui/frame/Page";

export const meta: MetaFunction = ({ matches }) => [...pageMeta(matches, "Page not found", "This page does not exist."), { name: "robots", content: "noindex" }];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <Page eyebrow="Error 404" title="Page not found" lead="We could not find that page. It may have moved, or the address has a typing mistake.">
      <p className="actions">
        <a className="button" href={paths.home}>Return to Home</a>{" "}
        <a className="button secondary" href={paths.manage.lookup}>Manage booking</a>
      </p>
    </Page>
  );
}
