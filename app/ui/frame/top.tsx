import { paths } from "~/paths";
import { LogoMark } from "../art/Logo";
import { JumpLink } from "../JumpLink";

// What stands at the top of every customer's page, of the site and of a booking.

export function SkipLink() {
  return (
    <JumpLink className="skip" to="main">
      Skip to main content
    </JumpLink>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <a className="logo" href={paths.home}>
      <LogoMark />
      {name}
    </a>
  );
}
