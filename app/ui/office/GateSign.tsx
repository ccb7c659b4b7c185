import { paths } from "~/paths";
import { LogoMark } from "../art/Logo";

/** Whose door this is, above the sign-in forms; leads back to the public site. */
export function GateSign({ company }: { company: string }) {
  return (
    <a className="logo" href={paths.home}>
      <LogoMark />
      <span>{company}</span>
    </a>
  );
}
